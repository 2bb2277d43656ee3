/** What the SDK asks for, over real HTTP, and that it knows everything that a seller's system can ask for. */
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SELLER_EVENTS as TOLD } from '../../domain/seller-event.ts'
import { SELLER_EVENTS, Trilho } from '../../sdk/index.ts'
import { OPERATIONS } from '../../sdk/operations.generated.ts'
import operationIds from '../api/operation-ids.json' with { type: 'json' }
import { type FlakyApi, says, startFlakyApi } from './flaky-api.ts'

let api: FlakyApi
let trilho: Trilho
beforeEach(async () => {
  api = await startFlakyApi()
  trilho = new Trilho({ apiKey: 'k', baseUrl: `${api.url}/` })
})
afterEach(() => api.close())

test('path, body, query and headers', async () => {
  api.replies.push(says(200, { data: [], nextCursor: null }))
  await trilho.charges.list({ status: 'APPROVED', q: 'João & Bia', orderId: undefined as never })
  await trilho.charges.listRefunds('a/b?c', { limit: 5 })
  await trilho.disputes.getEvidence('d1', 'e1')
  await trilho.webhookEndpoints.rotateSecret('w1')
  await trilho.charges.refund('c1', { amount: 500 })
  await trilho.charges.refund('c1')
  expect(api.asked.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['GET', '/v1/charges?status=APPROVED&q=Jo%C3%A3o+%26+Bia', ''],
    ['GET', '/v1/charges/a%2Fb%3Fc/refunds?limit=5', ''],
    ['GET', '/v1/disputes/d1/evidence/e1', ''],
    ['POST', '/v1/webhook-endpoints/w1/rotate-secret', ''],
    ['POST', '/v1/charges/c1/refunds', '{"amount":500}'],
    ['POST', '/v1/charges/c1/refunds', '{}'],
  ])
  expect(api.asked.map(({ headers }) => headers['content-type'])).toEqual([
    ...Array(4).fill(undefined),
    ...Array(2).fill('application/json'),
  ])
  expect(api.asked.map(({ headers }) => headers['idempotency-key'] !== undefined)).toEqual([
    ...Array(3).fill(false),
    ...Array(3).fill(true),
  ])
})

test('an answer without a body is undefined', async () => {
  api.replies.push((response) => response.writeHead(204).end())
  expect(await trilho.cards.delete('c1')).toBeUndefined()
})

test('a list is its first page, or everything', async () => {
  const pages = [
    says(200, { data: [{ id: '1' }, { id: '2' }], nextCursor: 'p2' }),
    says(200, { data: [], nextCursor: 'p3' }),
    says(200, { data: [{ id: '3' }], nextCursor: null }),
  ]
  api.replies.push(...pages)
  expect(await trilho.charges.list({ limit: 2 })).toEqual({ data: [{ id: '1' }, { id: '2' }], nextCursor: 'p2' })
  api.replies.splice(0, 2, ...pages)
  api.asked.length = 0
  const ids: string[] = []
  for await (const { id } of trilho.charges.list({ limit: 2, status: 'PENDING' })) ids.push(id)
  expect(ids).toEqual(['1', '2', '3'])
  expect(api.asked.map(({ url }) => url)).toEqual([
    '/v1/charges?limit=2&status=PENDING',
    '/v1/charges?limit=2&status=PENDING&cursor=p2',
    '/v1/charges?limit=2&status=PENDING&cursor=p3',
  ])
})

test.each(['', '.', '..', undefined as never])('%o is no id: nothing is asked', (id) => {
  expect(() => trilho.charges.get(id)).toThrow(TypeError)
  expect(api.asked).toEqual([])
})

test.each([
  [{ apiKey: '', baseUrl: 'https://pay.example.com' }, /apiKey/],
  [{ apiKey: 'key\n', baseUrl: 'https://pay.example.com' }, /apiKey/],
  [{ apiKey: 'kéy', baseUrl: 'https://pay.example.com' }, /apiKey/],
  [{ apiKey: 'k', baseUrl: 'pay.example.com' }, /URL/],
  [{ apiKey: 'k', baseUrl: 'file:///etc' }, /baseUrl/],
])('%o makes no client', (options, why) => {
  expect(() => new Trilho(options)).toThrow(why)
})

test('it knows every operation but those of a browser', () => {
  const known = Object.values(OPERATIONS).flatMap((methods) =>
    Object.values(methods).map(({ method, path }) => `${method} ${path}`),
  )
  const unknown = Object.keys(operationIds).filter((operation) => !known.includes(operation))
  const elsewhere = /^\w+ \/(?:codec|health|metrics|webhooks|v1\/(?:auth|checkout|me))(?:\/|$)/
  expect(unknown.filter((operation) => !elsewhere.test(operation))).toEqual([])
  expect(known.filter((operation) => !(operation in operationIds))).toEqual([])
})

test('what must not be made twice takes a key, as the README says', () => {
  const readme = readFileSync(new URL('../../sdk/README.md', import.meta.url), 'utf8')
  const [, said = ''] = /^- Some calls carry an `Idempotency-Key`([\s\S]*?)^- /m.exec(readme) ?? []
  const named = [...said.matchAll(/`(\w+\.\w+)`/g)].map(([, name]) => name)
  const keyed = Object.entries(OPERATIONS).flatMap(([resource, methods]) =>
    Object.entries(methods).flatMap(([name, plan]) => ('keyed' in plan ? [`${resource}.${name}`] : [])),
  )
  expect(named.toSorted()).toEqual(keyed.toSorted())
})

test('its events are those that sellers can be told of', () => {
  expect(SELLER_EVENTS).toEqual(TOLD)
})
