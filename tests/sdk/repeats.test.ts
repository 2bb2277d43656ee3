/** When a call of the SDK is made again, and that nothing is made twice by it: over real HTTP. */
import { inspect } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { Trilho, TrilhoApiError, TrilhoConnectionError, type TrilhoOptions } from '../../sdk/index.ts'
import {
  AT_ONCE,
  BREAKS_OFF,
  DROPS,
  type FlakyApi,
  HANGS,
  type Reply,
  refuses,
  says,
  startFlakyApi,
} from './flaky-api.ts'

const API_KEY = 'trk_very_secret'
const CHARGE = {
  amount: 1990,
  paymentMethod: 'PIX',
  customer: { name: 'Bia', email: 'bia@example.com', document: '52998224725' },
} as const

let api: FlakyApi
beforeEach(async () => {
  api = await startFlakyApi()
})
afterEach(() => api.close())

const client = (options: Partial<TrilhoOptions> = {}) => new Trilho({ apiKey: API_KEY, baseUrl: api.url, ...options })
const keysSent = () => new Set(api.asked.map(({ headers }) => headers['idempotency-key']))
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  )

/** Charges once per key, as the API does. */
function shop() {
  const charges = new Map<unknown, { id: string }>()
  const make: Reply = (_, { headers }) => {
    const key = headers['idempotency-key']
    if (!charges.has(key)) charges.set(key, { id: `charge-${charges.size + 1}` })
  }
  const after =
    (reply: Reply): Reply =>
    (response, asked) => {
      make(response, asked)
      reply(response, asked)
    }
  const answers: Reply = (response, asked) => {
    make(response, asked)
    says(201, charges.get(asked.headers['idempotency-key']))(response, asked)
  }
  return { charges, after, answers }
}

test('a server that commits and then drops, breaks off and is still at it makes one charge', async () => {
  const { charges, after, answers } = shop()
  api.replies.push(after(DROPS), after(BREAKS_OFF), refuses(409, 'request_in_progress'), answers)
  expect(await client().charges.create(CHARGE)).toEqual({ id: 'charge-1' })
  expect(charges.size).toBe(1)
  expect(api.asked).toHaveLength(4)
  expect(keysSent().size).toBe(1)
  expect(keysSent()).not.toContain(undefined)
  expect(new Set(api.asked.map(({ body }) => body))).toEqual(new Set([JSON.stringify(CHARGE)]))
})

test('each call has a key of its own, or the one that it is given', async () => {
  const { charges, answers } = shop()
  api.replies.push(answers)
  await client().charges.create(CHARGE)
  await client().charges.create(CHARGE)
  await client().charges.create(CHARGE, { idempotencyKey: 'order-1' })
  expect(await client().charges.create(CHARGE, { idempotencyKey: 'order-1' })).toEqual({ id: 'charge-3' })
  expect(charges.size).toBe(3)
})

test('a caller who gets no answer at all is told the key to go on with', async () => {
  const { charges, after, answers } = shop()
  api.replies.push(after(DROPS))
  const error = await failureOf(client({ retries: 1 }).charges.create(CHARGE))
  expect(error).toBeInstanceOf(TrilhoConnectionError)
  expect(error).toMatchObject({ reason: 'network', idempotencyKey: expect.any(String) })
  api.replies.splice(0, 1, answers)
  const { idempotencyKey } = error as TrilhoConnectionError
  expect(await client().charges.create(CHARGE, { idempotencyKey })).toEqual({ id: 'charge-1' })
  expect(charges.size).toBe(1)
})

test.each([
  ['a connection that drops', DROPS],
  ['too many requests', refuses(429, 'rate_limited')],
  ['a part that is down', refuses(503, 'unavailable')],
  ['a proxy without its server', says(502, '<html>', AT_ONCE)],
  ['a proxy that waited too long', says(504, '', AT_ONCE)],
  ['a date to come back at', says(503, '', { 'retry-after': 'Thu, 01 Jan 2026 00:00:00 GMT' })],
])('%s: what reads, and what has a key, is asked again', async (_, reply) => {
  api.replies.push(reply, says(200, { id: 'c1' }))
  expect(await client().charges.get('c1')).toEqual({ id: 'c1' })
  api.replies.unshift(reply)
  expect(await client().charges.refund('c1')).toEqual({ id: 'c1' })
  expect(api.asked.map(({ method }) => method)).toEqual(['GET', 'GET', 'POST', 'POST'])
})

test.each([
  ['a POST without a key', (trilho: Trilho) => trilho.products.create({ name: 'Caneca' })],
  ['a PATCH', (trilho: Trilho) => trilho.products.update('p1', { name: 'Copo' })],
  ['a DELETE', (trilho: Trilho) => trilho.cards.delete('c1')],
])('%s is never made again', async (_, call) => {
  api.replies.push(DROPS, refuses(503, 'unavailable'), refuses(429, 'rate_limited'))
  expect(await failureOf(call(client()))).toMatchObject({ reason: 'network', idempotencyKey: undefined })
  expect(await failureOf(call(client()))).toMatchObject({ status: 503 })
  expect(await failureOf(call(client()))).toMatchObject({ status: 429 })
  expect(api.asked).toHaveLength(3)
})

test.each(['', 'pedido 1', 'pedido-ção', 'order\n1', '😀', 'k'.repeat(256)])(
  '%j is no Idempotency-Key: nothing is sent',
  (idempotencyKey) => {
    expect(() => client().charges.create(CHARGE, { idempotencyKey })).toThrow(TypeError)
    expect(api.asked).toEqual([])
  },
)

test.each([
  [400, 'malformed_request'],
  [401, 'unauthenticated'],
  [404, 'not_found'],
  [409, 'conflict'],
  [422, 'idempotency_key_reused'],
  [500, 'internal_error'],
  [502, 'provider_refused'],
  [502, 'provider_failed'],
])('%d %s is an answer, and is not asked for again', async (status, code) => {
  api.replies.push(refuses(status, code, { detail: 'Saldo insuficiente', chargeId: 'c1' }))
  const error = await failureOf(client().charges.create(CHARGE, { idempotencyKey: 'order-1' }))
  expect(error).toBeInstanceOf(TrilhoApiError)
  expect(error).toMatchObject({
    status,
    code,
    message: 'Saldo insuficiente',
    requestId: 'r1',
    problem: { chargeId: 'c1' },
    idempotencyKey: 'order-1',
  })
  expect(api.asked).toHaveLength(1)
})

test('the tries are bounded, and who has to wait for more than a minute is told at once', async () => {
  api.replies.push(refuses(503, 'unavailable'))
  expect(await failureOf(client({ retries: 2 }).charges.get('c1'))).toMatchObject({ status: 503 })
  expect(api.asked).toHaveLength(3)
  api.replies.splice(0, 1, says(429, '', { 'retry-after': '61', 'x-request-id': 'r2' }))
  expect(await failureOf(client().charges.get('c1'))).toMatchObject({ status: 429, requestId: 'r2', code: undefined })
  expect(api.asked).toHaveLength(4)
})

test('a server that hangs is given up after the time, and asked again', async () => {
  api.replies.push(HANGS, says(200, { id: 'c1' }))
  // Longer than a busy machine takes to answer.
  expect(await client().charges.create(CHARGE, { timeout: 1_000 })).toEqual({ id: 'c1' })
  expect(keysSent().size).toBe(1)
  api.replies.unshift(HANGS)
  expect(await failureOf(client({ timeout: 100, retries: 0 }).charges.get('c1'))).toMatchObject({ reason: 'timeout' })
})

test.each([
  ['while it waits for the answer', HANGS],
  ['while it rests', says(503, '', { 'retry-after': '60' })],
])('a call is given up by its signal %s', async (_, reply) => {
  const giveUp = new AbortController()
  api.replies.push(reply)
  const failure = failureOf(client().charges.create(CHARGE, { signal: giveUp.signal }))
  await expect.poll(() => api.asked.length).toBe(1)
  giveUp.abort()
  expect(await failure).toMatchObject({ reason: 'aborted', idempotencyKey: expect.any(String) })
  expect(api.asked).toHaveLength(1)
})

test('the key goes where it belongs and stands in nothing that is printed', async () => {
  const elsewhere = await startFlakyApi()
  try {
    elsewhere.replies.push(says(200, {}))
    api.replies.push(says(307, '', { location: `${elsewhere.url}/v1/charges` }))
    const trilho = client({ retries: 0 })
    const error = await failureOf(trilho.charges.create(CHARGE))
    expect(error).toBeInstanceOf(TrilhoConnectionError)
    expect(elsewhere.asked).toEqual([])
    expect(api.asked[0]?.headers.authorization).toBe(`Bearer ${API_KEY}`)
    for (const shown of [trilho, error]) expect(inspect(shown, { depth: 10, showHidden: true })).not.toContain(API_KEY)
  } finally {
    await elsewhere.close()
  }
})

test('what is no JSON is no answer', async () => {
  api.replies.push(says(200, '<html>Welcome to the hotel'))
  expect(await failureOf(client().charges.get('c1'))).toMatchObject({ reason: 'unreadable' })
})
