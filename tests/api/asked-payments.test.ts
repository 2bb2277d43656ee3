/** A MED before the money is gone: the provider has a word for it, the charge stays paid, and the dispute follows what is said. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { disputes } from '../../db/schema/index.ts'
import { READS_AT_NEWS } from '../../domain/poll-rhythm.ts'
import { timesRead } from '../support/readings.ts'
import { askingAs, PATIENCE } from './asking.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'

/** Each provider's word, and the notice that says it. */
const WORDS = {
  PRONTTUS: { word: 'INFRACTION', notice: (id: string, status: string) => ({ transactionId: id, status }) },
  HUNTERPAY: { word: 'INFRACTION', notice: (id: string, status: string) => ({ id, status }) },
  CASHTIME: { word: 'infraction', notice: (id: string, status: string) => ({ orderId: id, status }) },
  REFLOWPAY: { word: 'infraction', notice: (id: string, status: string) => ({ orderId: id, status }) },
  REFLOW2: { word: 'infraction', notice: (id: string, status: string) => ({ orderId: id, status }) },
}
type Provider = keyof typeof WORDS

let api: ChargingApi
const accounts = new Map<Provider, { id: string; token: string }>()
beforeAll(async () => {
  api = await startChargingApi()
  for (const provider of Object.keys(WORDS) as Provider[]) accounts.set(provider, await api.connect(provider))
})
afterAll(() => api?.close())

const { get, untilCharge } = askingAs('operator', () => api)
const disputesOf = async (id: string) => (await get(`/v1/disputes?chargeId=${id}`)).data
const untilDispute = (id: string, expected: object) =>
  expect.poll(() => disputesOf(id), PATIENCE).toMatchObject([expected])
const move = (provider: Provider, transactionId: string, action: string) =>
  api.control('POST', `/transactions/${provider}/${transactionId}/${action}`)
const look = async (id: string) =>
  expect((await api.call(api.home.keys.operator, 'POST', `/v1/operations/charge%2F${id}/retry`)).statusCode).toBe(202)

/** A look begins the count anew, and a reading that was under way does not count. */
async function read(id: string): Promise<void> {
  await look(id)
  await expect.poll(() => timesRead(api, id), PATIENCE).toBeGreaterThan(READS_AT_NEWS)
}

async function paid(provider: Provider): Promise<{ id: string; transactionId: string }> {
  const payload = { ...NEW_CHARGE, providerAccountId: accounts.get(provider)?.id }
  const { id, transactionId } = (await api.call(api.home.keys.seller, 'POST', '/v1/charges', { payload })).json()
  await api.payUntold(provider, transactionId)
  await untilCharge(id, { status: 'APPROVED' })
  return { id, transactionId }
}

async function asked(provider: Provider): Promise<{ id: string; transactionId: string }> {
  const { id, transactionId } = await paid(provider)
  await move(provider, transactionId, 'contest')
  const { word, notice } = WORDS[provider]
  const url = `/webhooks/${provider.toLowerCase()}/${accounts.get(provider)?.token}`
  const payload = notice(transactionId, word)
  expect((await api.app.inject({ method: 'POST', url, payload })).statusCode).toBe(200)
  await untilDispute(id, { kind: 'MED', state: 'OPEN', amount: 5_000 })
  return { id, transactionId }
}

/** As if it had been opened a while ago: what is read within seconds of its opening may be from before it. */
const aWhileAgo = (id: string) =>
  api.database.writer
    .update(disputes)
    .set({ openedAt: sql`now() - interval '1 minute'` })
    .where(eq(disputes.chargeId, id))

it.each(Object.keys(WORDS) as Provider[])(
  '%s: a notice opens it, and the charge stays paid',
  async (provider) => {
    const { id } = await asked(provider)
    expect(await get(`/v1/charges/${id}`)).toMatchObject({ status: 'APPROVED', needsAttention: false })
    await read(id)
    expect(await disputesOf(id)).toMatchObject([{ state: 'OPEN' }])
  },
  120_000,
)

describe('ends', () => {
  it('won when the provider asks no more', async () => {
    const { id, transactionId } = await asked('PRONTTUS')
    await move('PRONTTUS', transactionId, 'release')
    await aWhileAgo(id)
    await look(id)
    await untilDispute(id, { state: 'WON', closedAt: expect.any(String) })
    expect(await get(`/v1/charges/${id}`)).toMatchObject({ status: 'APPROVED' })
  }, 120_000)

  it('lost when the bank takes the money, which is no second dispute', async () => {
    const { id, transactionId } = await asked('PRONTTUS')
    await move('PRONTTUS', transactionId, 'chargeback')
    await look(id)
    await untilCharge(id, { status: 'CHARGEBACK' })
    await untilDispute(id, { state: 'LOST', closedAt: expect.any(String) })
  }, 120_000)

  it('by an operator, whom the same word does not contradict', async () => {
    const { id } = await asked('HUNTERPAY')
    const [{ id: disputeId }] = await disputesOf(id)
    const url = `/v1/disputes/${disputeId}/resolve`
    const payload = { state: 'WON', note: 'Provas aceitas' }
    expect((await api.call(api.home.keys.operator, 'POST', url, { payload })).statusCode).toBe(200)
    await read(id)
    await untilDispute(id, { state: 'WON' })
    expect(await get(`/v1/charges/${id}`)).toMatchObject({ status: 'APPROVED' })
  }, 120_000)

  it('by an operator with whom the provider agrees, and then asks again', async () => {
    const { id, transactionId } = await asked('REFLOWPAY')
    const [{ id: disputeId }] = await disputesOf(id)
    const url = `/v1/disputes/${disputeId}/resolve`
    const payload = { state: 'WON', note: 'Provas aceitas' }
    expect((await api.call(api.home.keys.operator, 'POST', url, { payload })).statusCode).toBe(200)
    await move('REFLOWPAY', transactionId, 'release')
    await aWhileAgo(id)
    await read(id)
    await move('REFLOWPAY', transactionId, 'contest')
    await look(id)
    await expect.poll(() => disputesOf(id), PATIENCE).toMatchObject([{ state: 'OPEN' }, { state: 'WON' }])
  }, 120_000)
})
