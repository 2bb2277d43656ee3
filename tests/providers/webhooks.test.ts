/** Webhooks: proof, tampering, and bodies that no documentation foresees. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ProviderError } from '../../domain/provider-error.ts'
import { findProvider } from '../../providers/index.ts'
import { hmacSha256Hex, md5Hex } from '../../providers/kit/proof.ts'
import { type GoldenWebhook, loadFixtures } from './support/fixtures.ts'
import { contextOf, toWebhook } from './support/play.ts'
import { poisonImpurity } from './support/poison.ts'

poisonImpurity()

/** Most sign with a secret of the webhook's own; these with one that the account has anyway. */
const SIGNING_PART: Readonly<Record<string, string>> = { SUITPAY: 'clientSecret' }

describe.each(loadFixtures())('$provider', (fixture) => {
  const part = SIGNING_PART[fixture.provider] ?? 'webhookSecret'
  const provider = findProvider(fixture.provider)
  const { credentials } = contextOf(fixture)
  const proved = fixture.webhooks.filter(({ verified }) => verified)

  test.each(fixture.webhooks)('$name: proved is $verified', (golden) => {
    expect(provider.verifyWebhook(toWebhook(golden), credentials)).toBe(golden.verified)
  })

  test('proves something exactly when it says that it can', () => {
    expect(proved.length > 0).toBe(provider.webhookVerification !== 'none')
  })

  test('without the secret nothing is proved', () => {
    const { [part]: _, ...rest } = credentials
    for (const golden of fixture.webhooks) {
      expect(provider.verifyWebhook(toWebhook(golden), rest)).toBe(false)
      expect(provider.verifyWebhook(toWebhook(golden), { ...rest, [part]: '' })).toBe(false)
    }
  })

  test('an empty secret is none, also for a webhook that is signed with it', () => {
    const signature = hmacSha256Hex('', 'id:1;ts:1;')
    const headers = { 'x-signature': `ts=1,v1=${signature}` }
    for (const proof of [{}, headers]) {
      const body = JSON.stringify({ md5: md5Hex('qrcode....') })
      const webhook = { headers: proof, query: { 'data.id': '1' }, body }
      expect(provider.verifyWebhook(webhook, { ...credentials, [part]: '' })).toBe(false)
    }
  })

  test('with another secret nothing is proved', () => {
    for (const golden of fixture.webhooks) {
      const other = { ...credentials, [part]: `${credentials[part]}x` }
      expect(provider.verifyWebhook(toWebhook(golden), other)).toBe(false)
    }
  })

  test('what the proof covers cannot be changed, emptied or left out', () => {
    for (const golden of proved) {
      expect(golden.covered ?? [], `${golden.name} says what its proof covers`).not.toEqual([])
      for (const place of golden.covered ?? []) {
        for (const [how, change] of Object.entries(CHANGES)) {
          const webhook = toWebhook(changed(golden, place, change))
          expect(provider.verifyWebhook(webhook, credentials), `${golden.name}: ${place} ${how}`).toBe(false)
        }
      }
    }
  })

  test('no change of a genuine webhook that keeps its proof changes what is believed', () => {
    if (provider.webhookVerification !== 'signature' || !provider.webhookBindsFields) return
    for (const golden of proved) {
      const genuine = toWebhook(golden)
      const believed = provider.translateWebhook(genuine)
      for (const body of rewritten(genuine.body)) {
        const webhook = { ...genuine, body }
        if (!provider.verifyWebhook(webhook, credentials)) continue
        expect(provider.translateWebhook(webhook), body).toEqual(believed)
      }
    }
  })

  test('whatever comes in, nothing is thrown but ProviderError', () => {
    const shapes = fixture.webhooks.map(({ body }) => body)
    const bodies = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constantFrom('', 'null', '[]', '{}', '{"pix":[null]}', '{"pix":[{}]}', '{"__proto__":{"type":"payment"}}'),
      fc
        .tuple(fc.constantFrom(null, ...shapes), fc.nat(), fc.jsonValue())
        .map(([shape, at, value]) => mutate(shape, at, value)),
    )
    fc.assert(
      fc.property(bodies, fc.dictionary(fc.string(), fc.string()), (body, headers) => {
        const webhook = { headers, query: headers, body }
        expect(provider.verifyWebhook(webhook, credentials)).toBeTypeOf('boolean')
        for (const part of provider.splitWebhook(webhook)) {
          try {
            const event = provider.translateWebhook(part)
            if (event.type === 'TRANSACTION') expect(event.transactionId).toMatch(/^[\x21-\x7e]{1,200}$/)
          } catch (error) {
            expect(error).toBeInstanceOf(ProviderError)
          }
        }
      }),
      { numRuns: 500 },
    )
  })

  test('what is nested without end is no probe, and proves nothing', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const body = `${open.repeat(50_000)}1${close.repeat(50_000)}`
      const webhook = { headers: {}, query: {}, body }
      expect([provider.isProbe(webhook), provider.verifyWebhook(webhook, credentials)]).toEqual([false, false])
    }
  })

  test('a body that is not JSON is no webhook', () => {
    if (fixture.webhooks.some(({ headers }) => headers['content-type']?.includes('form'))) return
    const webhook = { headers: {}, query: {}, body: '<xml/>' }
    expect(() => provider.translateWebhook(webhook)).toThrow(ProviderError)
  })

  test('an id with control characters is no id', () => {
    for (const golden of fixture.webhooks) {
      if (golden.event.type !== 'TRANSACTION') continue
      const { transactionId } = golden.event
      const spoil = (_: string, value: unknown) => (String(value) === transactionId ? 'a\u0000b' : value)
      if (typeof golden.body === 'string') continue
      const { headers, query = {}, body } = JSON.parse(JSON.stringify(golden), spoil)
      const event = provider.translateWebhook({ headers, query, body: JSON.stringify(body) })
      expect(event).toEqual({ type: 'IGNORED', reason: 'No transaction id' })
    }
  })
})

test('a webhook with several Pix is one webhook each', () => {
  const treeal = findProvider('TREEAL')
  const pix = ['a', 'b', 'c'].map((txid) => ({ txid: txid.repeat(32), valor: '1.00' }))
  const webhook = { headers: { 'x-webhook-secret': 'one' }, query: {}, body: JSON.stringify({ pix }) }
  const events = treeal.splitWebhook(webhook).map((part) => treeal.translateWebhook(part))
  expect(events).toEqual(
    pix.map(({ txid }) => ({ type: 'TRANSACTION', transactionId: txid, status: 'APPROVED', amount: 100 })),
  )
  expect(treeal.splitWebhook(webhook).every(({ headers }) => headers === webhook.headers)).toBe(true)
})

test('a webhook with one transaction is itself', () => {
  for (const fixture of loadFixtures()) {
    for (const golden of fixture.webhooks) {
      const webhook = toWebhook(golden)
      expect(findProvider(fixture.provider).splitWebhook(webhook)).toEqual([webhook])
    }
  }
})

/** Bodies whose values, read one after the other, are the genuine ones: cut elsewhere, named otherwise, or said twice. */
function rewritten(body: string): string[] {
  const fields = [...body.matchAll(/"([^"\\]+)":("(?:[^"\\]|\\.)*"|[^\s,{}[\]"]+)/g)]
  return fields.flatMap(([whole, name = '', value = ''], at) => {
    const put = (text: string) => body.replace(whole, () => text)
    const next = fields[at + 1]
    const isText = value.startsWith('"') && value.length > 3
    const cuts = isText ? [...value.slice(2, -1)].keys() : []
    const swapped = next ? [put(`"${name}":${next[2]}`), put(`"${next[1]}":${value}`)] : []
    return [
      put(`${whole},"${name}":${isText ? '"PAID"' : '1'}`),
      put(`"${name}":"",${whole}`),
      put(`"more":${value}`),
      put(`"${name}":null,"more":${value}`),
      ...swapped,
      ...[...cuts].flatMap((cut) => {
        const [first, rest] = [value.slice(0, cut + 2), value.slice(cut + 2)]
        return [put(`"${name}":${first}","x":"${rest}`), put(`"${name}":${first}","${name}":"${rest}`)]
      }),
    ]
  })
}

const CHANGES: Record<string, (value: unknown) => unknown> = {
  'has another last character': (value) => `${String(value).slice(0, -1)}${String(value).endsWith('7') ? '8' : '7'}`,
  'is empty': () => '',
  'is left out': () => undefined,
}

/** The webhook with the value at `place` (`header.<name>`, `query.<name>`, `body.<path>`) changed. */
function changed(golden: GoldenWebhook, place: string, change: (value: unknown) => unknown): GoldenWebhook {
  const [part = '', ...path] = place.split('.')
  const copy = structuredClone(golden)
  if (part === 'body' && path.length === 0) return { ...copy, body: `${toWebhook(golden).body} ` }
  const root = { header: copy.headers, query: copy.query ?? {}, body: copy.body }[part] as Record<string, unknown>
  const steps = part === 'body' ? path : [path.join('.')]
  const last = steps.pop() ?? ''
  const holder = steps.reduce((inner, step) => inner[step] as Record<string, unknown>, root)
  if (!Object.hasOwn(holder, last)) throw new Error(`${golden.name} has no ${place}`)
  holder[last] = change(holder[last])
  if (holder[last] === undefined) delete holder[last]
  return copy
}

/** The JSON of `shape` with the value at its n-th place replaced. */
function mutate(shape: unknown, at: number, value: unknown): string {
  let places = 0
  JSON.stringify(shape, (_, inner) => {
    places += 1
    return inner
  })
  let place = 0
  const json = JSON.stringify(shape, (_, inner) => {
    place += 1
    return place - 1 === at % places ? value : inner
  })
  return json ?? 'null'
}
