/** What sellers check messages with, against messages as they are sent and against HMACs made here. */
import { createHmac } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HttpClient } from '../../gateway/http-client.ts'
import { tellSeller } from '../../gateway/seller.ts'
import { verifyWebhook, WebhookError } from '../../sdk/webhook.ts'

const NOW = 1_767_355_200
const secretOf = (letter: string) => `whsec_${Buffer.from(letter.repeat(32)).toString('base64')}`
const [OURS, BEFORE, STRANGE] = [secretOf('a'), secretOf('b'), secretOf('c')]
const EVENT = { id: 'e1', type: 'charge.approved', data: { customer: 'João ☂' } }
const BODY = JSON.stringify(EVENT)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW * 1000 })
})
afterEach(() => {
  vi.useRealTimers()
})

function signed({ id = 'e1', at = String(NOW), body = BODY, secret = OURS } = {}): Record<string, string> {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': `v1,${signature}` }
}

async function sentBy(secrets: readonly string[]) {
  const send = vi.fn<HttpClient['send']>().mockResolvedValue({ status: 200, body: '' } as never)
  await tellSeller({ send } as unknown as HttpClient, { url: 'https://shop.example/', id: 'e1', body: EVENT, secrets })
  return send.mock.calls[0]?.[0].headers as Record<string, string>
}

test.each([
  ['one secret', [OURS]],
  ['a new secret that the seller does not have yet', [STRANGE, OURS]],
  ['a secret that was rotated away', [OURS, BEFORE]],
])('what is sent with %s is ours', async (_, secrets) => {
  expect(await verifyWebhook(await sentBy(secrets), BODY, OURS)).toEqual(EVENT)
})

test.each([
  ['as bytes', signed(), Buffer.from(BODY), OURS],
  [
    'as bytes of another realm',
    signed(),
    runInNewContext('Uint8Array.from(bytes)', { bytes: [...Buffer.from(BODY)] }),
    OURS,
  ],
  ['with Headers', new Headers(signed()), BODY, OURS],
  ['with lists of one', Object.fromEntries(Object.entries(signed()).map(([k, v]) => [k, [v]])), BODY, OURS],
  ['with a secret without its prefix', signed(), BODY, OURS.slice('whsec_'.length)],
  ['at the edge of the past', signed({ at: String(NOW - 300) }), BODY, OURS],
  ['at the edge of the future', signed({ at: String(NOW + 300) }), BODY, OURS],
  [
    'beside entries of other kinds',
    { ...signed(), 'webhook-signature': `v1a,xx v1,%% ${signed()['webhook-signature']}` },
    BODY,
    OURS,
  ],
  [
    'with names in capitals',
    Object.fromEntries(Object.entries(signed()).map(([k, v]) => [k.toUpperCase(), v])),
    BODY,
    OURS,
  ],
])('a message is taken %s', async (_, headers, body, secret) => {
  expect(await verifyWebhook(headers, body, secret)).toEqual(EVENT)
})

test('a message is signed once, however many entries its header has', async () => {
  const [sign, verify] = [vi.spyOn(crypto.subtle, 'sign'), vi.spyOn(crypto.subtle, 'verify')]
  const headers = { ...signed(), 'webhook-signature': Array.from({ length: 2700 }, () => 'v1,AA').join(' ') }
  await expect(verifyWebhook(headers, BODY, OURS)).rejects.toThrow(/no entry/)
  expect([...sign.mock.calls, ...verify.mock.calls]).toHaveLength(1)
  for (const spy of [sign, verify]) spy.mockRestore()
})

test.each([
  ['another secret', signed({ secret: STRANGE }), BODY, /no entry/],
  ['a changed body', signed(), BODY.replace('e1', 'e2'), /no entry/],
  ['another id', { ...signed(), 'webhook-id': 'e2' }, BODY, /no entry/],
  [
    'a replay under a newer time',
    { ...signed({ at: String(NOW - 301) }), 'webhook-timestamp': String(NOW) },
    BODY,
    /no entry/,
  ],
  [
    'another version',
    { ...signed(), 'webhook-signature': signed()['webhook-signature']?.replace('v1', 'v2') },
    BODY,
    /no entry/,
  ],
  ['an empty signature', { ...signed(), 'webhook-signature': 'v1,' }, BODY, /no entry/],
  ['a replay', signed({ at: String(NOW - 301) }), BODY, /too far away/],
  ['a time to come', signed({ at: String(NOW + 301) }), BODY, /too far away/],
  ['a time that is none', signed({ at: 'NaN' }), BODY, /no time/],
  ['no headers', {}, BODY, /webhook-id is missing/],
])('%s is refused', async (_, headers, body, why) => {
  await expect(verifyWebhook(headers, body, OURS)).rejects.toThrow(why)
})

test('the tolerance can be narrowed, and one that is no number lets nothing in', async () => {
  const headers = signed({ at: String(NOW - 11) })
  await expect(verifyWebhook(headers, BODY, OURS, { tolerance: 10 })).rejects.toThrow(/too far away/)
  await expect(verifyWebhook(signed(), BODY, OURS, { tolerance: Number.NaN })).rejects.toThrow(/too far away/)
})

test.each(['', 'whsec_', 'whsec_%%'])('the secret "%s" verifies nothing', async (secret) => {
  await expect(verifyWebhook(signed(), BODY, secret)).rejects.toThrow(/secret/)
})

const LIST = Object.entries(signed()).flat()
test.each<[what: string, args: unknown[], reason: WebhookError['reason'], why: RegExp]>([
  ['a body that was parsed', [signed(), EVENT, OURS], 'argument', /body .* before any parsing: it is of type object/],
  ['a list as a body', [signed(), [BODY], OURS], 'argument', /body .*: it is a list/],
  ['no body', [signed(), undefined, OURS], 'argument', /body .*: it is undefined/],
  ['a body that is null', [signed(), null, OURS], 'argument', /body .*: it is null/],
  ['no secret', [signed(), BODY], 'argument', /secret must be .* whsec_…: it is undefined/],
  ['a secret that is null', [signed(), BODY, null], 'argument', /secret must be .*: it is null/],
  ['a secret as bytes', [signed(), BODY, Buffer.from(OURS)], 'argument', /secret must be .*: it is of type object/],
  ['several secrets', [signed(), BODY, [OURS]], 'argument', /secret must be .*: it is a list/],
  ['an empty secret', [signed(), BODY, ''], 'argument', /secret is not one of an endpoint/],
  ['no headers', [undefined, BODY, OURS], 'argument', /headers must be .*: they are undefined/],
  ['headers that are null', [null, BODY, OURS], 'argument', /headers must be .*: they are null/],
  ['a text as headers', ['webhook-id: e1', BODY, OURS], 'argument', /headers must be .*: they are of type string/],
  ['a list of headers', [LIST, BODY, OURS], 'argument', /headers must be .*: they are a list/],
  ['a list of pairs', [Object.entries(signed()), BODY, OURS], 'argument', /headers must be .*: they are a list/],
  ['a header that is missing', [{ 'webhook-id': 'e1' }, BODY, OURS], 'header', /webhook-timestamp is missing/],
  [
    'a header that is a number',
    [{ ...signed(), 'webhook-timestamp': NOW }, BODY, OURS],
    'header',
    /timestamp is missing/,
  ],
  [
    'a header twice',
    [{ ...signed(), 'webhook-id': ['e1', 'e1'] }, BODY, OURS],
    'header',
    /webhook-id came more than once/,
  ],
  ['another time', [signed({ at: String(NOW - 301) }), BODY, OURS, null], 'timestamp', /too far away/],
  ['another secret', [signed({ secret: STRANGE }), BODY, OURS, null], 'signature', /no entry/],
  ['nothing', [], 'argument', /body must be/],
])('from JavaScript, %s is told plainly', async (_, args, reason, why) => {
  const error = await verifyWebhook(...(args as Parameters<typeof verifyWebhook>)).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(WebhookError)
  expect(error).toMatchObject({ reason, message: expect.stringMatching(why) })
})
