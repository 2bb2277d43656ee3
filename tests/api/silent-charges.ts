/** Charges at providers that can never be asked, what a notice says of them, and what an operator says. */
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'
import { attemptId } from '../../db/attempt-ids.ts'
import { chargeAttempts, platforms } from '../../db/schema/index.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi, untilFollowed } from './charging.ts'

export const PATIENCE = { timeout: 60_000 }
const SECRET = 'trilho-demo-flow2pay-token'
/** What the notices say was paid, of the 5,000 that were charged. */
export const PAID = 1

export let api: ChargingApi
export const accounts = {
  FLOW2PAY: { id: '', token: '' },
  FIREBANK: { id: '', token: '' },
  PAGUESAFE: { id: '', token: '' },
}
type Provider = keyof typeof accounts

/** A seller's accounts at two providers that can never be asked and one that can; nothing is believed of what only an address proves. */
export async function startSilentApi(): Promise<void> {
  api = await startChargingApi()
  for (const provider of ['FLOW2PAY', 'FIREBANK', 'PAGUESAFE'] as const) {
    accounts[provider] = await api.connect(provider)
  }
  const isOurs = eq(platforms.id, api.home.platformId)
  await api.database.writer.update(platforms).set({ maxUnprovedAmount: 0 }).where(isOurs)
}

export const call = (method: 'GET' | 'POST', path: string, payload?: object) =>
  api.call(api.home.keys.operator, method, path, { payload })
export const get = async (path: string) => (await call('GET', path)).json()
export const resolve = (id: string, transactionId?: string) =>
  call('POST', `/v1/operations/charge%2F${id}/resolve`, { outcome: 'created', transactionId })
export const untilCharge = (id: string, expected: object) =>
  expect.poll(() => get(`/v1/charges/${id}`), PATIENCE).toMatchObject(expected)
export const paymentsOf = async (id: string) => (await get(`/v1/charges/${id}/payments`)).data

export async function waiting(provider: Provider): Promise<{ id: string; own: string }> {
  const payload = { ...NEW_CHARGE, providerAccountId: accounts[provider].id }
  const { id, transactionId } = (await call('POST', '/v1/charges', payload)).json()
  await untilFollowed(api, id)
  return { id, own: transactionId }
}

export async function givenUp(provider: Provider) {
  const charge = await waiting(provider)
  expect((await call('POST', `/v1/operations/charge%2F${charge.id}/cancel`)).statusCode).toBe(202)
  await untilCharge(charge.id, { status: 'REJECTED' })
  return charge
}

export async function tell(provider: Provider, payload: object): Promise<void> {
  const url = `/webhooks/${provider.toLowerCase()}/${accounts[provider].token}`
  expect((await api.app.inject({ method: 'POST', url, payload })).statusCode).toBe(200)
}

export const paidAtFlow2pay = (txid: string) => tell('FLOW2PAY', { evento: 'PixIn', token: SECRET, txid, valor: PAID })

/** Another attempt of the charge's made the transaction. */
export async function attemptAt(provider: Provider, chargeId: string, transactionId: string): Promise<void> {
  const attempt = {
    id: attemptId(chargeId, 7),
    chargeId,
    number: 7,
    state: 'answered' as const,
    outcome: 'superseded' as const,
  }
  const at = { providerAccountId: accounts[provider].id, provider, transactionId }
  await api.database.writer.insert(chargeAttempts).values({ ...attempt, ...at })
}

/** A buyer paid the other amount for what another attempt made. */
export async function paidForAnother(chargeId: string, txid: string): Promise<void> {
  await attemptAt('FLOW2PAY', chargeId, txid)
  await paidAtFlow2pay(txid)
}

export const TAKEN = { status: 'APPROVED', amount: 5_000, needsAttention: false }

export const paymentOf = async (id: string, transactionId: string) =>
  (await paymentsOf(id)).find((payment: { transactionId: string }) => payment.transactionId === transactionId)
export const stateOf = async (id: string, transactionId: string) => (await paymentOf(id, transactionId))?.state

export const MADE = [
  ['REJECTED', givenUp],
  ['PENDING', waiting],
] as const
