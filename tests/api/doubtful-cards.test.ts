/** A card whose answer was lost, at a provider that cannot be asked: nobody gives it up without saying what became of it. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { idempotencyKeys } from '../../db/schema/index.ts'
import { ADDRESS, type ChargingApi, NEW_CARD, NEW_CHARGE, startChargingApi } from './charging.ts'

let api: ChargingApi
let accountId: string
beforeAll(async () => {
  api = await startChargingApi()
  accountId = (await api.connect('PAGUESAFE')).id
})
afterAll(() => api?.close())

const call = async (method: string, url: string, payload?: object) => {
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const answer = await api.call(api.home.keys.operator, method, url, payload ? { payload, headers } : { headers })
  return { status: answer.statusCode, body: answer.json() }
}
const decide = (id: string, action: string, payload = {}) =>
  call('POST', `/v1/operations/charge%2F${id}/${action}`, payload)

async function inDoubt(more: object): Promise<string> {
  await api.control('PUT', '/faults/PAGUESAFE/createTransaction', { fault: 'commitThenDrop' })
  const { body } = await call('POST', '/v1/charges', {
    ...NEW_CHARGE,
    ...more,
    address: ADDRESS,
    providerAccountId: accountId,
  })
  await vi.waitFor(
    async () => {
      const shown = await call('GET', `/v1/charges/${body.id}`)
      expect(shown.body).toMatchObject({ status: 'PENDING', attention: 'unknownOutcome' })
    },
    { timeout: 60_000, interval: 100 },
  )
  return body.id
}

it('a card is resolved, and not cancelled', async () => {
  const { body: card } = await call('POST', '/v1/cards', { ...NEW_CARD, providerAccountId: accountId })
  const id = await inDoubt({ paymentMethod: 'CREDIT_CARD', cardId: card.cardId })
  expect(await decide(id, 'cancel')).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect((await call('GET', `/v1/charges/${id}`)).body).toMatchObject({ status: 'PENDING', needsAttention: true })
  expect(await decide(id, 'resolve', { outcome: 'notCreated' })).toMatchObject({ status: 202 })
  await vi.waitFor(async () => expect((await call('GET', `/v1/charges/${id}`)).body.status).toBe('REJECTED'), 60_000)
}, 200_000)

it('nor by a signal from Temporal’s own tools', async () => {
  const { body: card } = await call('POST', '/v1/cards', { ...NEW_CARD, providerAccountId: accountId })
  const id = await inDoubt({ paymentMethod: 'CREDIT_CARD', cardId: card.cardId })
  await api.temporal.workflow.getHandle(`charge/${id}`).signal('cancel')
  await vi.waitFor(async () => {
    const { body } = await call('GET', `/v1/charges/${id}/events`)
    expect(body.data).toContainEqual(
      expect.objectContaining({ type: 'decisionVoid', detail: expect.objectContaining({ why: 'mayBePaid' }) }),
    )
  }, 60_000)
  expect((await call('GET', `/v1/charges/${id}`)).body).toMatchObject({
    status: 'PENDING',
    attention: 'unknownOutcome',
  })
}, 200_000)

it('a Pix that nobody has seen is cancelled', async () => {
  const id = await inDoubt({})
  expect(await decide(id, 'cancel')).toMatchObject({ status: 202 })
  await vi.waitFor(async () => expect((await call('GET', `/v1/charges/${id}`)).body.status).toBe('REJECTED'), 60_000)
}, 200_000)

it('a saved card is told to its repeat when its process died before it could tell, though its account is off by now', async () => {
  const { id } = await api.connect('PAGUESAFE', { priority: 90 })
  const save = () =>
    api.call(api.home.keys.seller, 'POST', '/v1/cards', {
      payload: { ...NEW_CARD, providerAccountId: id },
      headers: { 'idempotency-key': 'died' },
    })
  const first = await save()
  expect(first.statusCode).toBe(201)
  await api.database.writer
    .update(idempotencyKeys)
    .set({ responseStatus: null, responseBody: null, lockedAt: new Date(Date.now() - 120_000).toISOString() })
    .where(eq(idempotencyKeys.key, 'died'))
  const off = { payload: { enabled: false } }
  expect((await api.call(api.home.keys.admin, 'PATCH', `/v1/provider-accounts/${id}`, off)).statusCode).toBe(200)
  const second = await save()
  expect([second.statusCode, second.json()]).toEqual([201, first.json()])
})
