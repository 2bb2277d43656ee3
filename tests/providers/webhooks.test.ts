/** Webhooks: proof, tampering, and bodies that nobody foresaw. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ProviderError } from '../../domain/provider-error.ts'
import type { IncomingWebhook } from '../../providers/contract.ts'
import { findProvider } from '../../providers/index.ts'
import { hmacSha256Hex, md5Hex } from '../../providers/kit/proof.ts'
import { loadFixtures } from './support/fixtures.ts'
import { contextOf, toWebhook } from './support/play.ts'
import { poisonImpurity } from './support/poison.ts'

poisonImpurity()

/** Each way of getting at a webhook on its way; `undefined` where it does not apply. */
const TAMPERING: Record<string, (webhook: IncomingWebhook) => IncomingWebhook | undefined> = {
  'every header gone': (webhook) => ({ ...webhook, headers: {} }),
  'every header empty': (webhook) => ({ ...webhook, headers: mapValues(webhook.headers, () => '') }),
  'the last character of every header changed': (webhook) => ({
    ...webhook,
    headers: mapValues(webhook.headers, (value) => value.slice(0, -1) + (value.endsWith('0') ? '1' : '0')),
  }),
}

/** What a signature covers, changed: the md5 of Zendry is over three values, Mercado Pago's over the address and two headers. */
const COVERED: Record<string, readonly ((webhook: IncomingWebhook) => IncomingWebhook)[]> = {
  ZENDRY: [
    (webhook) => ({ ...webhook, body: webhook.body.replace('"value_cents":12345', '"value_cents":12346') }),
    (webhook) => ({ ...webhook, body: webhook.body.replace('PIXQRCODE6', 'PIXQRCODE7') }),
    (webhook) => ({ ...webhook, body: webhook.body.replace(/"end_to_end":("\w+"|null)/, '"end_to_end":"E1"') }),
    (webhook) => ({ ...webhook, body: webhook.body.replace(/"md5":"\w+"/, '"md5":""') }),
    (webhook) => ({ ...webhook, body: webhook.body.replace(/,"md5":"\w+"/, '') }),
    (webhook) => ({ ...webhook, body: 'md5' }),
  ],
  MERCADOPAGO: [
    (webhook) => ({ ...webhook, query: { ...webhook.query, 'data.id': '1234567891' } }),
    (webhook) => ({ ...webhook, query: {} }),
    (webhook) => ({ ...webhook, headers: { ...webhook.headers, 'x-request-id': 'another' } }),
    (webhook) => ({
      ...webhook,
      headers: { ...webhook.headers, 'x-signature': (webhook.headers['x-signature'] ?? '').replace('ts=1', 'ts=2') },
    }),
  ],
}

describe.each(loadFixtures())('$provider', (fixture) => {
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
    const { webhookSecret: _, ...rest } = credentials
    for (const golden of fixture.webhooks) {
      expect(provider.verifyWebhook(toWebhook(golden), rest)).toBe(false)
      expect(provider.verifyWebhook(toWebhook(golden), { ...rest, webhookSecret: '' })).toBe(false)
    }
  })

  test('an empty secret is none, whoever signs with it', () => {
    const signature = hmacSha256Hex('', 'id:1;ts:1;')
    const headers = { 'x-signature': `ts=1,v1=${signature}` }
    for (const proof of [{}, headers]) {
      const body = JSON.stringify({ md5: md5Hex('qrcode....') })
      const webhook = { headers: proof, query: { 'data.id': '1' }, body }
      expect(provider.verifyWebhook(webhook, { ...credentials, webhookSecret: '' })).toBe(false)
    }
  })

  test('with another secret nothing is proved', () => {
    for (const golden of fixture.webhooks) {
      const other = { ...credentials, webhookSecret: `${credentials.webhookSecret}x` }
      expect(provider.verifyWebhook(toWebhook(golden), other)).toBe(false)
    }
  })

  test.each(Object.entries(provider.code === 'ZENDRY' ? {} : TAMPERING))('%s: nothing is proved', (_, tamper) => {
    for (const golden of proved) {
      const webhook = tamper(toWebhook(golden))
      expect(webhook && provider.verifyWebhook(webhook, credentials)).toBe(false)
    }
  })

  test('what the signature covers cannot be changed', () => {
    for (const golden of proved) {
      const webhook = toWebhook(golden)
      for (const tamper of COVERED[provider.code] ?? []) {
        expect(provider.verifyWebhook(tamper(webhook), credentials)).toBe(false)
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
        .tuple(fc.constantFrom(...shapes), fc.nat(), fc.jsonValue())
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

  test('a body that is not JSON is no webhook', () => {
    const webhook = { headers: {}, query: {}, body: '<xml/>' }
    expect(() => provider.translateWebhook(webhook)).toThrow(ProviderError)
  })

  test('an id with control characters is no id', () => {
    for (const golden of fixture.webhooks) {
      if (golden.event.type !== 'TRANSACTION') continue
      const { transactionId } = golden.event
      const spoil = (_: string, value: unknown) => (String(value) === transactionId ? 'a\u0000b' : value)
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
  expect(events).toEqual(pix.map(({ txid }) => ({ type: 'TRANSACTION', transactionId: txid, status: 'APPROVED' })))
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

function mapValues(
  values: Readonly<Record<string, string>>,
  change: (value: string) => string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
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
