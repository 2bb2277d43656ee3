/** A proved notice that states another amount than the one before it, at a provider that can never be asked. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { appendEvents } from '../../db/queries/charge/events.ts'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { charges } from '../../db/schema/index.ts'
import { untilAwaited } from '../support/locks.ts'
import { askingAs } from './asking.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'

const SECRET = 'trilho-demo-flow2pay-token'

let api: ChargingApi
let account: { id: string; token: string }
beforeAll(async () => {
  api = await startChargingApi()
  account = await api.connect('FLOW2PAY')
})
afterAll(() => api?.close())

const { call, get, untilCharge } = askingAs('operator', () => api)
const paymentsOf = async (id: string) => (await get(`/v1/charges/${id}/payments`)).data
async function tell(txid: string, valor: number): Promise<void> {
  const payload = { evento: 'PixIn', token: SECRET, txid, valor }
  const url = `/webhooks/flow2pay/${account.token}`
  expect((await api.app.inject({ method: 'POST', url, payload })).statusCode).toBe(200)
}

/** One cent was stated of what was charged. */
async function paidOneCent(): Promise<{ id: string; transactionId: string }> {
  const charge = (await call('POST', '/v1/charges', { ...NEW_CHARGE, providerAccountId: account.id })).json()
  await tell(charge.transactionId, 1)
  await untilCharge(charge.id, { status: 'PENDING', attention: 'amountMismatch' })
  expect(await paymentsOf(charge.id)).toMatchObject([{ amount: 1 }])
  return charge
}

it('is what was paid where it states what was charged', async () => {
  const { id, transactionId } = await paidOneCent()
  await tell(transactionId, 5_000)
  await untilCharge(id, { status: 'APPROVED' })
  expect(await paymentsOf(id)).toMatchObject([{ state: 'APPROVED', amount: 5_000 }])
}, 120_000)

it('is asked about where the payment is taken in the same moment, and leaves it as it was taken', async () => {
  const { id, transactionId } = await paidOneCent()
  const db = api.database.writer
  const of = { accountId: account.id, transactionId, provider: 'FLOW2PAY' }
  await db.transaction(async (tx) => {
    await applyTransition(tx, { chargeId: id, to: 'APPROVED', cause: 'operator', key: 'operator/1', of })
    await tx.update(charges).set({ attentionReasons: [] }).where(eq(charges.id, id))
    await tell(transactionId, 2)
    await untilAwaited(tx, api.database)
  })
  await untilCharge(id, { status: 'APPROVED', attentionReasons: ['amountMismatch'] })
  expect(await paymentsOf(id)).toMatchObject([{ state: 'APPROVED', amount: 1 }])
}, 120_000)

it('is asked about although another movement has been written into the history, which then moves the charge', async () => {
  const { id, transactionId } = await paidOneCent()
  const noticesOf = async () =>
    (await get(`/v1/charges/${id}/events`)).data.filter(({ type }: { type: string }) => type === 'eventIgnored')
  await api.database.writer.transaction(async (tx) => {
    await appendEvents(tx, id, [{ key: 'another', type: 'heldBack', cause: 'provider' }])
    await tell(transactionId, 2)
    await expect
      .poll(noticesOf, { timeout: 60_000 })
      .toMatchObject([{ detail: { amount: 1 } }, { detail: { amount: 2 } }])
    await applyTransition(tx, { chargeId: id, to: 'REJECTED', cause: 'operator', key: 'operator/2', givesUp: true })
  })
  await untilCharge(id, { status: 'REJECTED', attentionReasons: ['amountMismatch'] })
}, 120_000)
