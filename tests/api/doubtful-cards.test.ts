/** A card whose answer was lost, at a provider that cannot be asked: no operator gives it up without saying what became of it. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { idempotencyKeys, providerAccounts } from '../../db/schema/index.ts'
import { startSandbox } from '../../sandbox/server.ts'
import { ADDRESS, type ChargingApi, NEW_CARD, NEW_CHARGE, startChargingApi } from './charging.ts'

let api: ChargingApi
let accountId: string
beforeAll(async () => {
  api = await startChargingApi({ waits: { charge: { unknownMs: 1_500 } } })
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

async function inDoubt(more: object, provider = 'PAGUESAFE'): Promise<string> {
  await api.control('PUT', `/faults/${provider}/createTransaction`, { fault: 'commitThenDrop' })
  const { body } = await call('POST', '/v1/charges', {
    ...NEW_CHARGE,
    address: ADDRESS,
    providerAccountId: accountId,
    ...more,
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

it('nor where the account has the keys of another merchant by now, who has no such card; the first keys find it', async () => {
  const { id: providerAccountId } = await api.connect('ASAAS')
  const { body: card } = await call('POST', '/v1/cards', { ...NEW_CARD, providerAccountId })
  await api.control('PUT', '/faults/ASAAS/findTransaction', { fault: 'serverError', times: 0 })
  const more = { paymentMethod: 'CREDIT_CARD', cardId: card.cardId, providerAccountId, customerIp: '203.0.113.7' }
  const id = await inDoubt(more, 'ASAAS')
  const other = await startSandbox({ port: 0, tlsPort: 0, dataDir: ':memory:' })
  onTestFinished(() => other.close())
  /** Another merchant has other books. */
  const becomes = ({ accounts }: Pick<typeof other, 'accounts'>, keysVersion: number) => {
    const { baseUrl } = accounts.find(({ provider }) => provider === 'ASAAS') ?? {}
    const isIt = eq(providerAccounts.id, providerAccountId)
    return api.database.writer.update(providerAccounts).set({ baseUrl, keysVersion }).where(isIt)
  }
  await becomes(other, 2)
  expect((await decide(id, 'cancel')).body).toMatchObject({ became: 'void', why: 'mayBePaid' })
  expect((await call('GET', `/v1/charges/${id}`)).body).toMatchObject({
    status: 'PENDING',
    attention: 'unknownOutcome',
  })
  await becomes(api.sandbox, 3)
  await api.control('DELETE', '/faults')
  expect((await decide(id, 'retry')).status).toBe(202)
  await vi.waitFor(async () => expect((await call('GET', `/v1/charges/${id}`)).body.status).toBe('APPROVED'), 60_000)
}, 200_000)

it('a Pix whose code was never shown is cancelled', async () => {
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
