/** What people see of an exchange: enough to understand it, nothing to use. */
import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { redactExchange } from '../../gateway/redact.ts'
import { createRedactor } from '../../gateway/redactor.ts'
import type { WireRequest } from '../../providers/contract.ts'
import { loadFixtures } from '../providers/support/fixtures.ts'
import { cardNumber, grouped } from '../support/card-numbers.ts'

const SECRETS = ['sk_live_topsecret', 'webhook-token-of-the-account']
const request: WireRequest = {
  risk: 'money',
  method: 'POST',
  url: 'https://provider.example/transactions?key=sk_live_topsecret',
  headers: { authorization: 'Basic abc', 'x-api-key': 'k', 'user-agent': 'Trilho' },
  authenticated: true,
  body: {
    type: 'json',
    value: {
      amount: 5000,
      customer: { name: 'Maria Silva', email: 'maria@example.com', document: { number: '52998224725', type: 'cpf' } },
      payer: { identification: { type: 'CPF', number: '52998224725' } },
      devedor: { cpf: '52998224725', nome: 'Maria Silva' },
      card: { cardNumber: '4111111111111111', cvv: '123' },
      postbackUrl: 'https://trilho.example/webhooks/paguesafe/webhook-token-of-the-account',
      externalRef: '0199b5a2c3d44e5f8a1b2c3d4e5f6a7b',
    },
  },
}
const answer = { status: 200, headers: {}, body: JSON.stringify({ id: 1, payer: { cpf: '52998224725' } }) }

test('no credential, webhook token, card or personal data is kept; what explains the exchange is', () => {
  const shown = redactExchange(createRedactor(SECRETS), '2026-01-01T00:00:00.000Z', request, { answer })
  const text = JSON.stringify(shown)
  for (const hidden of [
    ...SECRETS,
    'Basic abc',
    '52998224725',
    'Maria Silva',
    'maria@example.com',
    '4111111111111111',
  ]) {
    expect(text).not.toContain(hidden)
  }
  for (const kept of ['5000', '0199b5a2c3d44e5f8a1b2c3d4e5f6a7b', 'cpf', 'Trilho']) expect(text).toContain(kept)
})

test.each([
  'pixKey',
  'pix_key',
  'pixkey',
  'chavePix',
  'pixAddressKey',
  'accountNumber',
  'account_number',
  'bank_cc',
  'ownerName',
  'creditorDocument',
])('where money is paid out to is not kept: %s', (name) => {
  const body = {
    type: 'json',
    value: { amount: 5000, transfer: { [name]: '52998224725', pixKeyType: 'CPF' } },
  } as const
  const text = JSON.stringify(
    redactExchange(createRedactor([]), '2026-01-01T00:00:00.000Z', { ...request, body }, { error: 'x' }),
  )
  expect(text).not.toContain('52998224725')
  expect(text).toContain('CPF')
})

const securityCode = fc.stringMatching(/^\d{3,4}$/)
const codeName = fc.constantFrom(
  ...['cvv', 'CVV2', 'ccv', 'cvc', 'cardCvv', 'card_cvv', 'security_code', 'securityCode', 'card-security-code'],
  ...['verification_value', 'verificationValue', 'cvn', 'codigoSeguranca', 'codigo_de_seguranca'],
)
const holder = fc.constantFrom('number', 'cardNumber', 'card_number', 'pan', 'x', 'message')

/** The ways in which a card travels, or is sent back to us. */
const WRITINGS: Record<
  string,
  (names: { number: string; code: string }, card: { number: string; code: string }) => string
> = {
  json: (names, card) => JSON.stringify({ card: { [names.number]: card.number, [names.code]: card.code } }),
  numbers: (names, card) => `{"a":[{"${names.number}":${card.number},"${names.code}":${Number(card.code)}}]}`,
  'JSON in a string': (names, card) =>
    JSON.stringify({ request: JSON.stringify({ [names.number]: card.number, [names.code]: card.code }) }),
  form: (names, card) => `${names.number}=${card.number}&${names.code}=${card.code}&amount=5`,
  xml: (names, card) =>
    `<p><${names.number}>${card.number}</${names.number}><${names.code}>${card.code}</${names.code}></p>`,
  'half a document': (names, card) => `{"${names.number}": "${card.number}", "${names.code}": "${card.code}", "am`,
  words: (names, card) => `card ${card.number} refused, ${names.code}: ${card.code}`,
}

test.each(Object.keys(WRITINGS))('a card and its code are in nothing that is kept: %s', (writing) => {
  fc.assert(
    fc.property(cardNumber, securityCode, holder, codeName, grouped, (number, code, numberName, codeName, write) => {
      const isWritten = writing !== 'numbers' && writing !== 'form'
      const names = { number: numberName, code: codeName }
      const text = WRITINGS[writing]?.(names, { number: isWritten ? write(number) : number, code }) ?? ''
      const body: WireRequest['body'] = { type: 'text', value: text, contentType: 'text/plain' }
      const url = `https://provider.example/cards?${codeName}=${code}&n=${number}`
      const error = `refused: ${text}`
      for (const outcome of [{ answer: { status: 400, headers: {}, body: text } }, { error }]) {
        const shown = redactExchange(
          createRedactor([]),
          '-',
          { ...request, url, headers: { 'x-echo': number }, body },
          outcome,
        )
        const kept = JSON.stringify({ ...shown, status: null })
        expect(kept.replace(/[\s\u00a0-]|\\n/g, '')).not.toContain(number)
        expect(kept).not.toMatch(new RegExp(`(?<!\\d)${code}(?!\\d)`))
      }
    }),
  )
})

test.each(['bin', 'card_bin', 'binNumber', 'iin', 'first_eight_digits'])(
  'of a card’s beginning six digits are kept: %s',
  (name) => {
    const body = JSON.stringify({ card: { [name]: '41111111' }, cards: [{ [name]: 51111111 }], echo: 'of 61111111' })
    const url = `https://provider.example/brands?${name}=61111111&limit=61111112`
    const { url: shownUrl, responseBody } = redactExchange(
      learned(url),
      '-',
      { ...request, url },
      { answer: { status: 200, headers: {}, body } },
    )
    expect(shownUrl).toBe(`https://provider.example/brands?${name}=611111•••&limit=61111112`)
    expect(JSON.parse(responseBody ?? '')).toEqual({
      card: { [name]: '411111•••' },
      cards: [{ [name]: '511111•••' }],
      echo: 'of 611111•••',
    })
  },
)

function learned(url: string) {
  const redactor = createRedactor([])
  redactor.learn({ ...request, url })
  return redactor
}

test('papers and tokens of a receiver are not kept', () => {
  const body: WireRequest['body'] = {
    type: 'json',
    value: { files: { identification: 'x', selfie: 'QUJD'.repeat(50_000) } },
  }
  const tokens = { live_api_token: 'lat_1', user_token: 'ut_1', accountToken: 'at_1', name: 'Ana' }
  const shown = redactExchange(
    createRedactor([]),
    '-',
    { ...request, body },
    {
      answer: { status: 200, headers: {}, body: JSON.stringify({ account_id: 'A1', ...tokens }) },
    },
  )
  expect(shown.requestBody?.length).toBeLessThan(500)
  for (const token of ['lat_1', 'ut_1', 'at_1']) expect(shown.responseBody).not.toContain(token)
  expect(shown.responseBody).toContain('A1')
})

/** Whom the goldens' requests are about, as their inputs and the providers' shapes spell it. */
const PEOPLE = [
  ...['Maria Aparecida', 'MARIA A SILVA', 'maria@example.com', '11144477735', '111.444.777-35', '11987654321'],
  ...['98765-4321', 'atelie@example.com', '11222333000181', '11.222.333/0001-81', '4111111111111111'],
  ...['33334444', '987654321', '25/03/1980'],
]

test.each(loadFixtures().map((fixture) => [fixture.provider, fixture] as const))(
  'nothing personal is kept of what %s is sent',
  (_, { cases }) => {
    for (const golden of cases) {
      for (const sent of [golden.request].flat()) {
        const text = JSON.stringify(
          redactExchange(createRedactor([]), '', sent as WireRequest, { answer: { ...answer, body: '' } }),
        )
        expect(PEOPLE.filter((personal) => text.includes(personal))).toEqual([])
      }
    }
  },
)

/** In a process of its own, because nothing can interrupt a pattern that takes for ever. */
function redactedElsewhere(url: string, body: string): string {
  const script = `
    const { redactExchange } = await import('./gateway/redact.ts')
    const { createRedactor } = await import('./gateway/redactor.ts')
    const request = { risk: 'read', method: 'GET', url: ${url}, headers: {}, authenticated: true }
    const answer = { status: 200, headers: {}, body: ${body} }
    process.stdout.write(redactExchange(createRedactor(['a secret']), '-', request, { answer }).responseBody)
  `
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { timeout: 60_000 })
  return stdout.toString()
}

test('a field with a long name holds no other call up: what a provider calls its fields is its own affair', () => {
  const name = 'anticipatableVolumePercentage'.repeat(8)
  const shown = redactedElsewhere(`'https://provider.example/?${name}=1'`, `JSON.stringify({ ${name}: 1 })`)
  expect(JSON.parse(shown)).toEqual({ [name]: 1 })
}, 90_000)

test.each([
  ['digits', "'1 '.repeat(100_000_000)", /^(?:1 )+$/],
  ['a list', "'[' + '11111111111,'.repeat(1_000_000) + '1]'", /^\[1[1,]+\]?$/],
  ['depth', `'{"name":'.repeat(100_000) + '"Maria Silva"' + '}'.repeat(100_000)`, /^(?:\{"name":)+"…"\}+$/],
])(
  'an endless answer holds no other call up, and its beginning is kept: %s',
  (_, body, expected) => {
    const shown = redactedElsewhere("'https://provider.example/'", body)
    expect(shown.length).toBeGreaterThan(100)
    expect(shown.length).toBeLessThanOrEqual(20_000)
    expect(shown).toMatch(expected)
  },
  90_000,
)

test('what is cut is cut beside a secret, never within', () => {
  const secret = 'segredo/de+muitas letras "e" sinais'
  const writings = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64'), '4111 1111 1111 1111']
  fc.assert(
    fc.property(fc.constantFrom(...writings), fc.integer({ min: 0, max: 80 }), (written, before) => {
      const text = `${'x'.repeat(before)} ${written} ${'y'.repeat(200)}`
      const shown = createRedactor([secret]).hideBeginning(text, 60)
      expect(shown.length).toBeLessThanOrEqual(60)
      for (let length = 4; length <= written.length; length += 1) expect(shown).not.toContain(written.slice(0, length))
    }),
  )
})
