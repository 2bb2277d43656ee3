/** The small parts of the kit: credentials, authentication, statuses, times, names. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { defined } from '../../../domain/defined.ts'
import { ProviderError } from '../../../domain/provider-error.ts'
import type { CredentialPart } from '../../../providers/contract.ts'
import { basic, bearer, headers } from '../../../providers/kit/auth.ts'
import { isSameMerchant, key, parseCredentials, secret, webhookSecret } from '../../../providers/kit/credentials.ts'
import { addSeconds, brazilianDate, readInstant, withBrazilianOffset } from '../../../providers/kit/expiry.ts'
import { documentType, formatDocument, formatPhone, splitName } from '../../../providers/kit/people.ts'
import { equal, hmacSha256Hex, md5Hex, signedAtTime } from '../../../providers/kit/proof.ts'
import { redactor } from '../../../providers/kit/redact.ts'
import { readStatus, type StatusTable } from '../../../providers/kit/statuses.ts'

describe('credentials', () => {
  const packed = [
    key('clientId', 'publicKey'),
    key('pixKey', 'publicKey', 1),
    secret('token', 'secretKey'),
    webhookSecret,
  ]

  test('are unpacked at the pipe, only where the table says that there are several', () => {
    expect(parseCredentials(packed, { publicKey: ' id | key ', secretKey: 'a|b', webhookSecret: 'w' })).toEqual({
      clientId: 'id',
      pixKey: 'key',
      token: 'a|b',
      webhookSecret: 'w',
    })
  })

  test('keep further pipes in the last part', () => {
    expect(parseCredentials(packed, { publicKey: 'id|a|b', secretKey: 's' }).pixKey).toBe('a|b')
  })

  test('do without what is not required', () => {
    expect(parseCredentials(packed, { publicKey: 'id|key', secretKey: 's' })).not.toHaveProperty('webhookSecret')
  })

  test.each([
    [{ publicKey: 'id', secretKey: 's' }, '/publicKey', 'publicKey is required, with pixKey as part 2'],
    [{ publicKey: '|key', secretKey: 's' }, '/publicKey', 'publicKey is required, with clientId as part 1'],
    [{ publicKey: 'id|key' }, '/secretKey', 'secretKey is required'],
    [{ publicKey: 'id|key', secretKey: '  ' }, '/secretKey', 'secretKey is required'],
  ])('%j are refused', (account, path, message) => {
    expect(() => parseCredentials(packed, account)).toThrow(new ProviderError('InvalidRequest', message, { path }))
  })

  test("are refused in the provider's own words where the specification has them", () => {
    const parts: CredentialPart[] = [{ ...key('publicKey', 'publicKey'), missingMessage: 'Public key is required' }]
    expect(() => parseCredentials(parts, {})).toThrow('Public key is required')
  })
})

describe('credentials may be those of another merchant', () => {
  const parts = [
    key('certificate', 'publicKey'),
    key('clientId', 'publicKey', 1),
    key('pixKey', 'publicKey', 2),
    secret('certificateKey', 'secretKey'),
    secret('clientSecret', 'secretKey', 1),
    webhookSecret,
  ]
  const before = { publicKey: 'certificate|id|key', secretKey: 'own|secret', webhookSecret: 'hook' }

  test.each([
    [{}, true],
    [{ publicKey: ' renewed | id | key ' }, true],
    [{ secretKey: 'renewed|secret' }, true],
    [{ secretKey: 'own|renewed' }, true],
    [{ webhookSecret: 'corrected' }, true],
    [{ publicKey: 'certificate|other|key' }, false],
    [{ publicKey: 'certificate|id|other' }, false],
  ])('%j: the same is %s', (change, isSame) => {
    expect(isSameMerchant(parts, before, { ...before, ...change })).toBe(isSame)
  })

  test('where one key stands alone', () => {
    const alone = [secret('secretKey', 'secretKey'), webhookSecret]
    expect(isSameMerchant(alone, { secretKey: 'a' }, { secretKey: 'b' })).toBe(false)
  })
})

describe('authentication', () => {
  const parts = { publicKey: 'público', secretKey: 'segredo' }

  test.each([
    ['bearer', bearer('{secretKey}'), { authorization: 'Bearer segredo' }],
    ['secret with a fixed word', basic('{secretKey}:x'), { authorization: 'Basic c2VncmVkbzp4' }],
    ['two parts, in UTF-8', basic('{publicKey}:{secretKey}'), { authorization: 'Basic cMO6YmxpY286c2VncmVkbw==' }],
    [
      'own headers',
      headers({ 'x-a': '{publicKey}', 'x-b': 'v1 {secretKey}' }),
      { 'x-a': 'público', 'x-b': 'v1 segredo' },
    ],
  ])('%s', (_, auth, expected) => {
    expect(auth.type === 'headers' && auth.headers(parts)).toEqual(expected)
  })
})

describe('redaction', () => {
  const redact = redactor([key('id', 'publicKey'), secret('token', 'secretKey')], { id: 'cliente', token: 's$cr.t(' })

  test('hides secret parts and whatever follows Bearer or Basic, and nothing else', () => {
    expect(redact('cliente s$cr.t( Bearer abcdefgh12 Basic YWJjOmRlZg==')).toBe('cliente *** Bearer *** Basic ***')
    expect(redact('Basic plan')).toBe('Basic plan')
  })

  test('no secret survives, wherever it stands', () => {
    const arbitrary = fc.tuple(fc.string(), fc.string({ minLength: 4 }), fc.string())
    fc.assert(
      fc.property(arbitrary, ([before, token, behind]) => {
        fc.pre(!'***'.includes(token) && !`${before}***${behind}`.includes(token))
        const hide = redactor([secret('token', 'secretKey')], { token })
        expect(hide(before + token + behind)).not.toContain(token)
      }),
    )
  })
})

describe('statuses', () => {
  const known: StatusTable['known'] = { paid: 'APPROVED' }

  test.each([
    ['paid', 'REJECTED', { status: 'APPROVED', rawStatus: 'paid' }],
    ['Paid', 'REJECTED', { status: 'REJECTED', rawStatus: 'Paid', unmapped: true }],
    ['novo', 'PENDING', { status: 'PENDING', rawStatus: 'novo', unmapped: true }],
    ['novo', null, { status: null, rawStatus: 'novo', unmapped: true }],
    ['constructor', 'REJECTED', { status: 'REJECTED', rawStatus: 'constructor', unmapped: true }],
    ['a\u0000b', 'REJECTED', { status: 'REJECTED', rawStatus: 'ab', unmapped: true }],
  ] as const)('%j, unknown as %s', (word, unknown, expected) => {
    expect(readStatus({ known, unknown } as StatusTable, word)).toEqual(expected)
  })
})

describe('times', () => {
  test('the date in Brazil is three hours behind', () => {
    expect(brazilianDate('2026-01-15T02:59:59.999Z')).toBe('2026-01-14')
    expect(brazilianDate('2026-01-15T03:00:00.000Z')).toBe('2026-01-15')
  })

  test('with its offset it is the same instant', () => {
    const instant = fc.date({
      min: new Date('2020-01-01T00:00:00Z'),
      max: new Date('2100-01-01T00:00:00Z'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(instant, (date) => {
        const iso = date.toISOString()
        expect(withBrazilianOffset(iso)).toMatch(/-03:00$/)
        expect(readInstant(withBrazilianOffset(iso))).toBe(iso)
        expect(addSeconds(addSeconds(iso, 86_400), -86_400)).toBe(iso)
      }),
    )
  })

  test.each([
    ['2026-01-15T12:00:00-03:00', '2026-01-15T15:00:00.000Z'],
    ['2026-01-15T12:00:00.123-0300', '2026-01-15T15:00:00.123Z'],
    ['2026-01-15T15:00Z', '2026-01-15T15:00:00.000Z'],
    ['2026-01-15', undefined],
    ['2026-01-15 12:00:00', undefined],
    ['2026-01-15T12:00:00', undefined],
    ['2026-13-45T12:00:00Z', undefined],
    [1768489200, undefined],
    [null, undefined],
  ])('%j is %j', (value, instant) => {
    expect(readInstant(value)).toBe(instant)
  })
})

test.each([
  ['Maria Aparecida da Silva', { first: 'Maria', last: 'Aparecida da Silva' }],
  ['  Maria   Silva ', { first: 'Maria', last: 'Silva' }],
  ['Padaria', { first: 'Padaria', last: 'Padaria' }],
])('%j is split', (name, parts) => {
  expect(splitName(name)).toEqual(parts)
})

test.each([
  ['11144477735', 'cpf'],
  ['11222333000181', 'cnpj'],
  ['12ABC34501DE35', 'cnpj'],
])('%s is a %s', (document, type) => {
  expect(documentType(document)).toBe(type)
})

test.each([
  ['11144477735', '111.444.777-35'],
  ['11222333000181', '11.222.333/0001-81'],
  ['12ABC34501DE35', '12.ABC.345/01DE-35'],
  ['1114447773', '1114447773'],
  ['', ''],
])('%j is written as %j', (document, formatted) => {
  expect(formatDocument(document)).toBe(formatted)
})

test.each([
  ['11987654321', '(11) 98765-4321'],
  ['1187654321', '(11) 8765-4321'],
  ['5511987654321', '5511987654321'],
])('the phone %j is written as %j', (phone, formatted) => {
  expect(formatPhone(phone)).toBe(formatted)
})

describe('proof', () => {
  test('texts are equal or not, whatever their lengths', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (a, b) => equal(a, b) === (a === b)))
    expect(equal('ab', 'ab')).toBe(true)
  })

  test('against published vectors', () => {
    // RFC 4231, test case 2; RFC 1321, appendix A.5.
    expect(hmacSha256Hex('Jefe', 'what do ya want for nothing?')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
    expect(md5Hex('message digest')).toBe('f96b697d7cb7938d525a2f31aaf161d0')
  })

  describe('signed at a time', () => {
    const signedAt = Date.parse('2026-01-15T15:00:00.000Z')
    const verify = signedAtTime({ header: 'x-sign', field: 'v1', toleranceSeconds: 300 })
    const webhook = (time: string, receivedAt?: string, signed = `${time}.{}`) => ({
      headers: { 'x-sign': `t=${time},v1=${hmacSha256Hex('secret', signed)}` },
      query: {},
      body: '{}',
      ...defined({ receivedAt }),
    })

    test.each([
      ['at once', String(signedAt), '2026-01-15T15:00:00.000Z', true],
      ['after the tolerance', String(signedAt), '2026-01-15T15:05:00.001Z', false],
      ['at its end', String(signedAt), '2026-01-15T15:05:00.000Z', true],
      ['by a clock that is ahead', String(signedAt), '2026-01-15T14:54:59.999Z', false],
      ['in seconds', String(signedAt).slice(0, -3), '2026-01-15T15:00:01.000Z', true],
      ['at an unknown time', String(signedAt), undefined, false],
      ['at no time', '', '2026-01-15T15:00:00.000Z', false],
    ])('received %s', (_, time, receivedAt, proved) => {
      expect(verify(webhook(time, receivedAt), 'secret')).toBe(proved)
    })

    test('over another body, time or secret it proves nothing', () => {
      const now = '2026-01-15T15:00:00.000Z'
      expect(verify(webhook(String(signedAt), now, `${signedAt}.[]`), 'secret')).toBe(false)
      expect(verify(webhook(String(signedAt), now, `${signedAt + 1}.{}`), 'secret')).toBe(false)
      expect(verify(webhook(String(signedAt), now), 'other')).toBe(false)
    })

    test('without a tolerance its age does not matter', () => {
      const forEver = signedAtTime({ header: 'x-sign', field: 'v1' })
      expect(forEver(webhook(String(signedAt)), 'secret')).toBe(true)
    })
  })
})
