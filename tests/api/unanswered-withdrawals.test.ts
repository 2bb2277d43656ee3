/** Notices of withdrawals whose answer was lost, which name none of our references: as of charges, whose they are is read. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { webhookEvents } from '../../db/schema/index.ts'
import { fillWithUnknown } from '../support/unknown-notices.ts'
import { type ChargingApi, startChargingApi } from './charging.ts'

const PATIENCE = { timeout: 60_000 }

let api: ChargingApi
const PROVIDERS = ['WITETEC', 'REFLOWPAY', 'RAPDYN', 'PRONTTUS'] as const
type Provider = (typeof PROVIDERS)[number]
const accounts = {} as Record<Provider, { id: string; token: string }>
beforeAll(async () => {
  api = await startChargingApi()
  for (const provider of PROVIDERS) accounts[provider] = await api.connect(provider)
})
afterEach(() => api.control('DELETE', '/faults'))
afterAll(() => api?.close())

const get = async (path: string) => (await api.call(api.home.keys.operator, 'GET', path)).json()
/** What they post of a withdrawal that has left; PRONTTUS posts the same of a charge. */
const UNREADABLE = {
  RAPDYN: (id: string) => ({ notification_type: 'transfer_out', id, status: 'completed' }),
  PRONTTUS: (id: string) => ({ transactionId: id, status: 'PAID' }),
}
const withdrawalOf = (id: string) => get(`/v1/withdrawals/${id}`)
const untilWithdrawal = (id: string, expected: object) =>
  expect.poll(() => withdrawalOf(id), PATIENCE).toMatchObject(expected)
const resolve = (id: string, payload: object) =>
  api.call(api.home.keys.operator, 'POST', `/v1/operations/withdrawal%2F${id}/resolve`, { payload })
const open = async () => (await get('/v1/reconciliation/items?state=open')).data

function ask(provider: Provider, more: object = {}) {
  const payload = {
    paymentMethod: 'PIX',
    providerAccountId: accounts[provider].id,
    amount: 2_500,
    pixKey: '529.982.247-25',
    pixType: 'CPF',
    document: '52998224725',
    documentType: 'CPF',
    name: 'Ana',
    ...more,
  }
  return api.call(api.home.keys.seller, 'POST', '/v1/withdrawals', { payload })
}

/** The provider made it, and its answer was lost. */
async function withLostAnswer(provider: Provider): Promise<{ id: string; made: string }> {
  await api.control('PUT', `/faults/${provider}/withdraw`, { fault: 'commitThenDrop', times: 1 })
  const { id } = (await ask(provider)).json()
  await untilWithdrawal(id, { attention: 'unknownOutcome', withdrawId: null })
  const { data } = await api.control<{ data: { id: string }[] }>('GET', `/withdrawals?provider=${provider}&limit=1`)
  return { id, made: data[0]?.id ?? '' }
}

async function tell(provider: Provider, payload: object): Promise<void> {
  const url = `/webhooks/${provider.toLowerCase()}/${accounts[provider].token}`
  expect((await api.app.inject({ method: 'POST', url, payload })).statusCode).toBe(200)
}

const settle = (provider: Provider, made: string) => api.control('POST', `/withdrawals/${provider}/${made}/settle`)

it('what its provider knows by our reference ends the doubt, and no other withdrawal hears of it', async () => {
  const { id, made } = await withLostAnswer('WITETEC')
  const { id: other } = (await ask('WITETEC')).json()
  await untilWithdrawal(other, { status: 'PENDING', withdrawId: expect.any(String) })
  await settle('WITETEC', made)
  await tell('WITETEC', { eventType: 'WITHDRAWAL_PAID', id: made, status: 'PAID', amount: 2_500 })
  await untilWithdrawal(id, { status: 'APPROVED', withdrawId: made, attention: null })
  expect(await withdrawalOf(other)).toMatchObject({ status: 'PENDING', needsAttention: false })
  expect(await open()).toEqual([])
}, 120_000)

it('money that left after an operator said that nothing was made is money that left', async () => {
  const { id, made } = await withLostAnswer('WITETEC')
  expect((await resolve(id, { outcome: 'notCreated' })).json()).toMatchObject({ became: 'carriedOut' })
  await untilWithdrawal(id, { status: 'REJECTED' })
  await settle('WITETEC', made)
  await tell('WITETEC', { eventType: 'WITHDRAWAL_PAID', id: made, status: 'PAID', amount: 2_500 })
  await untilWithdrawal(id, { status: 'APPROVED', attention: 'contradicted' })
}, 120_000)

it('what no reference tells is asked at once, where its provider can be read', async () => {
  const { id, made } = await withLostAnswer('REFLOWPAY')
  await settle('REFLOWPAY', made)
  await tell('REFLOWPAY', { orderId: made, status: 'paid' })
  await expect
    .poll(open, PATIENCE)
    .toMatchObject([{ kind: 'missingHere', transactionId: made, theirs: { status: 'APPROVED' } }])
  expect(await withdrawalOf(id)).toMatchObject({ status: 'PENDING', attention: 'unknownOutcome' })
  expect((await resolve(id, { outcome: 'created', transactionId: made })).json()).toMatchObject({
    became: 'carriedOut',
  })
  await untilWithdrawal(id, { status: 'APPROVED', withdrawId: made })
  expect(await open()).toEqual([])
}, 120_000)

it.each([
  ['waited', 'RAPDYN', { state: 'pending' }],
  ['was set aside', 'RAPDYN', { state: 'failed', attempts: 60 }],
  ['waited', 'PRONTTUS', { state: 'pending' }],
] as const)(
  'and where it cannot; once an operator has said whose it is, what %s until then is heard at once: %s',
  async (_, provider, left) => {
    const { id, made } = await withLostAnswer(provider)
    await tell(provider, UNREADABLE[provider](made))
    await expect.poll(open, PATIENCE).toMatchObject([{ kind: 'missingHere', transactionId: made }])
    const told = eq(webhookEvents.transactionId, made)
    const nextAttemptAt = sql`now() + interval '1 hour'`
    await api.database.writer
      .update(webhookEvents)
      .set({ ...left, nextAttemptAt })
      .where(told)
    expect((await resolve(id, { outcome: 'created', transactionId: made })).json()).toMatchObject({
      became: 'carriedOut',
    })
    const stateOf = async () => (await api.database.writer.select().from(webhookEvents).where(told))[0]?.state
    await expect.poll(stateOf, PATIENCE).toBe('delivered')
    await untilWithdrawal(id, { status: 'APPROVED', withdrawId: made })
  },
  120_000,
)

it('what may be a withdrawal without an answer, as no amount is stated, is asked about however much else is unknown at its account', async () => {
  const { id, made } = await withLostAnswer('RAPDYN')
  expect((await resolve(id, { outcome: 'notCreated' })).json()).toMatchObject({ became: 'carriedOut' })
  await fillWithUnknown(api, { provider: 'RAPDYN', accountId: accounts.RAPDYN.id, count: 1_000 })
  await tell('RAPDYN', UNREADABLE.RAPDYN(made))
  await expect.poll(async () => (await open())[0].transactionId, PATIENCE).toBe(made)
}, 120_000)
