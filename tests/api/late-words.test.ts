/** Money that came for a charge that had been given up, at providers that can never be asked: an operator takes what a notice said. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attemptId } from '../../db/attempt-ids.ts'
import { chargeAttempts, platforms } from '../../db/schema/index.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'

const PATIENCE = { timeout: 60_000 }
const SECRET = 'trilho-demo-flow2pay-token'
/** What the notices say was paid, of the 5,000 that were charged. */
const PAID = 1

let api: ChargingApi
const accounts = { FLOW2PAY: { id: '', token: '' }, FIREBANK: { id: '', token: '' }, PAGUESAFE: { id: '', token: '' } }
type Provider = keyof typeof accounts
beforeAll(async () => {
  api = await startChargingApi()
  for (const provider of ['FLOW2PAY', 'FIREBANK', 'PAGUESAFE'] as const) {
    accounts[provider] = await api.connect(provider)
  }
  const isOurs = eq(platforms.id, api.home.platformId)
  await api.database.writer.update(platforms).set({ maxUnprovedAmount: 0 }).where(isOurs)
})
afterAll(() => api?.close())

const call = (method: 'GET' | 'POST', path: string, payload?: object) =>
  api.call(api.home.keys.operator, method, path, payload ? { payload } : {})
const get = async (path: string) => (await call('GET', path)).json()
const resolve = (id: string, transactionId?: string) =>
  call('POST', `/v1/operations/charge%2F${id}/resolve`, { outcome: 'created', transactionId })
const untilCharge = (id: string, expected: object) =>
  expect.poll(() => get(`/v1/charges/${id}`), PATIENCE).toMatchObject(expected)
const paymentsOf = async (id: string) => (await get(`/v1/charges/${id}/payments`)).data

async function waiting(provider: Provider): Promise<{ id: string; own: string }> {
  const payload = { ...NEW_CHARGE, providerAccountId: accounts[provider].id }
  const { id, transactionId } = (await call('POST', '/v1/charges', payload)).json()
  return { id, own: transactionId }
}

async function givenUp(provider: Provider) {
  const charge = await waiting(provider)
  expect((await call('POST', `/v1/operations/charge%2F${charge.id}/cancel`)).statusCode).toBe(202)
  await untilCharge(charge.id, { status: 'REJECTED' })
  return charge
}

async function tell(provider: Provider, payload: object): Promise<void> {
  const url = `/webhooks/${provider.toLowerCase()}/${accounts[provider].token}`
  expect((await api.app.inject({ method: 'POST', url, payload })).statusCode).toBe(200)
}

const paidAtFlow2pay = (txid: string) => tell('FLOW2PAY', { evento: 'PixIn', token: SECRET, txid, valor: PAID })

/** Another attempt of the charge's made it, and somebody paid the other amount for it. */
async function paidForAnother(chargeId: string, txid: string): Promise<void> {
  const attempt = {
    id: attemptId(chargeId, 7),
    chargeId,
    number: 7,
    state: 'answered' as const,
    outcome: 'superseded' as const,
  }
  const at = { providerAccountId: accounts.FLOW2PAY.id, provider: 'FLOW2PAY', transactionId: txid }
  await api.database.writer.insert(chargeAttempts).values({ ...attempt, ...at })
  await paidAtFlow2pay(txid)
}

const ASKED = { status: 'REJECTED', attentionReasons: ['amountMismatch'] }
const TAKEN = { status: 'APPROVED', amount: 5_000, needsAttention: false }

describe('another amount that a proved notice states', () => {
  it('is what was paid, and all that can be given back', async () => {
    const { id, own } = await givenUp('FLOW2PAY')
    await paidAtFlow2pay(own)
    await untilCharge(id, ASKED)
    expect(await paymentsOf(id)).toMatchObject([{ state: expect.not.stringMatching('APPROVED'), amount: PAID }])
    expect((await resolve(id)).statusCode).toBe(202)
    await untilCharge(id, TAKEN)
    expect(await paymentsOf(id)).toMatchObject([{ state: 'APPROVED', amount: PAID }])
    const refund = { amount: PAID + 1 }
    expect((await call('POST', `/v1/charges/${id}/refunds`, refund)).statusCode).toBe(422)
  }, 120_000)

  it('is what was paid for a charge that waits, too', async () => {
    const { id, own } = await waiting('FLOW2PAY')
    await paidAtFlow2pay(own)
    await untilCharge(id, { status: 'PENDING', attention: 'amountMismatch' })
    expect((await resolve(id)).statusCode).toBe(202)
    await untilCharge(id, TAKEN)
    expect(await paymentsOf(id)).toMatchObject([{ state: 'APPROVED', amount: PAID }])
  }, 120_000)

  it('is of the transaction that the notice names', async () => {
    const { id, own } = await givenUp('FIREBANK')
    await paidForAnother(id, `earlier${id}`)
    await untilCharge(id, ASKED)
    expect((await resolve(id)).statusCode).toBe(202)
    await untilCharge(id, TAKEN)
    const payments = await paymentsOf(id)
    const of = (transactionId: string) =>
      payments.find((payment: { transactionId: string }) => payment.transactionId === transactionId)
    expect(of(`earlier${id}`)).toMatchObject({ state: 'APPROVED', amount: PAID })
    expect(of(own)?.state).not.toBe('APPROVED')
  }, 120_000)

  it('is taken although the charge is at a provider that can be asked', async () => {
    const { id } = await givenUp('PAGUESAFE')
    await paidForAnother(id, `earlier${id}`)
    await untilCharge(id, ASKED)
    expect((await resolve(id)).statusCode).toBe(202)
    await untilCharge(id, TAKEN)
  }, 120_000)

  it('of two is nobody knows which before an operator says it', async () => {
    const { id, own } = await givenUp('FLOW2PAY')
    await paidAtFlow2pay(own)
    await untilCharge(id, ASKED)
    await paidForAnother(id, `earlier${id}`)
    await expect.poll(async () => (await paymentsOf(id)).length, PATIENCE).toBe(2)
    expect((await resolve(id)).statusCode).toBe(409)
    await untilCharge(id, ASKED)
    expect((await resolve(id, `earlier${id}`)).statusCode).toBe(202)
    await untilCharge(id, { status: 'APPROVED' })
    const payments: { transactionId: string; state: string }[] = await paymentsOf(id)
    const taken = payments.filter(({ state }) => state === 'APPROVED')
    expect(taken.map(({ transactionId }) => transactionId)).toEqual([`earlier${id}`])
  }, 120_000)
})

describe('a notice that only its address proves', () => {
  const UNCONFIRMED = { attentionReasons: ['unconfirmedNotice'] }

  it('is confirmed after the charge was given up', async () => {
    const { id, own } = await givenUp('FIREBANK')
    await tell('FIREBANK', { transactionId: own, status: 'PAID' })
    await untilCharge(id, { status: 'REJECTED', ...UNCONFIRMED })
    expect((await resolve(id)).statusCode).toBe(202)
    await untilCharge(id, TAKEN)
    expect(await paymentsOf(id)).toMatchObject([{ state: 'APPROVED', amount: 5_000 }])
  }, 120_000)

  it.each([
    ['REJECTED', givenUp],
    ['PENDING', waiting],
  ] as const)(
    'that says that money went back makes no charge paid that is %s',
    async (status, made) => {
      const { id, own } = await made('FIREBANK')
      await tell('FIREBANK', { transactionId: own, status: 'CHARGEBACK' })
      await untilCharge(id, { status, ...UNCONFIRMED })
      expect((await resolve(id)).statusCode).toBe(409)
      await untilCharge(id, { status, ...UNCONFIRMED })
    },
    120_000,
  )
})
