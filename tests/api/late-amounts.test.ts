/** Another amount that is paid for a charge which had been given up: an operator takes it as what it is, gives it back, or leaves it. */
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { flagAttention } from '../../db/queries/charge/transitions.ts'
import { disbursements, platforms } from '../../db/schema/index.ts'
import { chargeDecisionWorkflowId } from '../../workflows/messages.ts'
import { keepHistory } from '../support/histories.ts'
import { askingAs, PATIENCE } from './asking.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi, untilFollowed } from './charging.ts'

/** What the fake provider calls paid, of the 5,000 that were charged. */
const PAID = 2_501

let api: ChargingApi
const accounts: Record<string, string> = {}
/** NOXPAY's account, which has no secret to prove notices by. */
let unproved: { id: string; token: string }
beforeAll(async () => {
  api = await startChargingApi()
  unproved = await api.connect('NOXPAY')
  accounts.NOXPAY = unproved.id
  accounts.PAGUESAFE = (await api.connect('PAGUESAFE')).id
  const path = `/v1/provider-accounts/${unproved.id}`
  await api.call(api.home.keys.admin, 'PATCH', path, { payload: { webhookSecret: null } })
})
afterEach(() => api.control('DELETE', '/faults'))
afterAll(() => api?.close())

const { get, untilCharge } = askingAs('operator', () => api)
const post = (path: string, payload: object = {}) => api.call(api.home.keys.operator, 'POST', path, { payload })
const operate = (id: string, action: string, payload?: object) =>
  api.call(api.home.keys.operator, 'POST', `/v1/operations/charge%2F${id}/${action}`, { payload })
const paymentsOf = async (id: string) => (await get(`/v1/charges/${id}/payments`)).data

async function givenUp(provider: string): Promise<{ id: string; transactionId: string }> {
  const { id, transactionId } = (
    await post('/v1/charges', { ...NEW_CHARGE, providerAccountId: accounts[provider] })
  ).json()
  await untilFollowed(api, id)
  expect((await operate(id, 'cancel')).statusCode).toBe(202)
  await untilCharge(id, { status: 'REJECTED' })
  return { id, transactionId }
}

/** A notice of a payment, of this amount in reais or of none. */
async function tellNoxpay(txid: string, amount?: number): Promise<void> {
  const payload = { method: 'PIX', txid, status: 'PAY', amount }
  const sent = await api.app.inject({ method: 'POST', url: `/webhooks/noxpay/${unproved.token}`, payload })
  expect(sent.statusCode).toBe(200)
}

const noticesOf = async (id: string) =>
  (await get(`/v1/charges/${id}/events`)).data.filter(({ type }: { type: string }) => type === 'eventIgnored')

async function paidOtherwise(): Promise<string> {
  const { id, transactionId } = await givenUp('PAGUESAFE')
  await api.control('PUT', '/faults/PAGUESAFE/readTransaction', { fault: 'wrongAmount', times: 0 })
  await api.control('POST', `/transactions/PAGUESAFE/${transactionId}/pay`)
  expect((await operate(id, 'retry')).json()).toMatchObject({ became: 'carriedOut' })
  await untilCharge(id, { status: 'REJECTED', attentionReasons: ['amountMismatch'] })
  return id
}

it('that is dismissed is not what was paid once its provider calls it what was charged', async () => {
  const id = await paidOtherwise()
  expect((await operate(id, 'resolve', { outcome: 'notCreated' })).statusCode).toBe(202)
  await untilCharge(id, { status: 'REJECTED', attention: null })
  await api.control('DELETE', '/faults')
  expect((await operate(id, 'retry')).json()).toMatchObject({ became: 'carriedOut' })
  await untilCharge(id, { status: 'APPROVED', attentionReasons: ['latePayment'] })
  expect(await paymentsOf(id)).toMatchObject([{ state: 'APPROVED', amount: 5_000 }])
}, 120_000)

describe('an operator', () => {
  it('takes it, and gives back what was paid', async () => {
    const id = await paidOtherwise()
    const taken = await operate(id, 'resolve?shown=amountMismatch', { outcome: 'created' })
    expect(taken.json()).toMatchObject({ became: 'carriedOut' })
    await untilCharge(id, { status: 'APPROVED', amount: 5_000, needsAttention: false })
    expect(await paymentsOf(id)).toMatchObject([{ state: 'APPROVED', amount: PAID }])
    const { data } = await get(`/v1/charges/${id}/events`)
    expect(data.map(({ type, cause }: { type: string; cause: string }) => `${type} ${cause}`)).toContain(
      'statusChanged operator',
    )
    await keepHistory(
      api.temporal,
      chargeDecisionWorkflowId(id, taken.headers['x-request-id'] as string),
      'late-amount-taken',
    )
    const refund = await post(`/v1/charges/${id}/refunds`)
    expect(refund.json()).toMatchObject({ amount: PAID })
    await untilCharge(id, { status: 'REFUNDED', refundedAmount: PAID })
  }, 120_000)

  it('who takes it is not overruled by what the platform does with late payments', async () => {
    const setPolicy = (latePayments: 'ask' | 'refund') =>
      api.database.writer.update(platforms).set({ latePayments }).where(eq(platforms.id, api.home.platformId))
    await setPolicy('refund')
    try {
      const id = await paidOtherwise()
      await operate(id, 'resolve', { outcome: 'created' })
      await untilCharge(id, { status: 'APPROVED' })
      expect(await api.database.writer.select().from(disbursements).where(eq(disbursements.chargeId, id))).toEqual([])
    } finally {
      await setPolicy('ask')
    }
  }, 120_000)

  it('takes what was paid of an amount that nothing proves', async () => {
    const { id, transactionId } = await givenUp('NOXPAY')
    await api.control('POST', `/transactions/NOXPAY/${transactionId}/pay`)
    await flagAttention(api.database.writer, id, 'amountMismatch')
    expect((await operate(id, 'resolve?shown=amountMismatch', { outcome: 'created' })).json()).toMatchObject({
      became: 'carriedOut',
    })
    await untilCharge(id, { status: 'APPROVED', amount: 5_000, needsAttention: false })
    const { data } = await get(`/v1/charges/${id}/events`)
    expect(data.map(({ type, cause }: { type: string; cause: string }) => `${type} ${cause}`)).toContain(
      'statusChanged operator',
    )
  }, 120_000)

  it('leaves it, and the charge stays as it was', async () => {
    const id = await paidOtherwise()
    expect((await operate(id, 'resolve', { outcome: 'notCreated' })).json()).toMatchObject({ became: 'carriedOut' })
    await untilCharge(id, { status: 'REJECTED', needsAttention: false })
    expect(await paymentsOf(id)).toMatchObject([{ state: 'PENDING', amount: PAID }])
  }, 120_000)

  it('leaves what nothing proves, and a reading that states no amount does not approve the whole of it', async () => {
    const { id, transactionId: txid } = await givenUp('NOXPAY')
    await api.control('POST', `/transactions/NOXPAY/${txid}/pay`)
    await tellNoxpay(txid, 0.01)
    const asked = { status: 'REJECTED', attentionReasons: ['amountMismatch'] }
    await untilCharge(id, asked)
    expect((await operate(id, 'resolve', { outcome: 'notCreated' })).json()).toMatchObject({ became: 'carriedOut' })
    await untilCharge(id, { status: 'REJECTED', needsAttention: false })
    expect((await operate(id, 'retry')).json()).toMatchObject({ became: 'carriedOut' })
    await untilCharge(id, asked)
    expect((await operate(id, 'resolve', { outcome: 'created' })).json()).toMatchObject({ became: 'carriedOut' })
    await untilCharge(id, { status: 'APPROVED', needsAttention: false })
    expect(await paymentsOf(id)).toMatchObject([{ state: 'APPROVED', amount: 1 }])
  }, 120_000)

  it('takes what was stated, although a later notice states nothing', async () => {
    const { id, transactionId: txid } = await givenUp('NOXPAY')
    await api.control('POST', `/transactions/NOXPAY/${txid}/pay`)
    const asked = { status: 'REJECTED', attentionReasons: ['amountMismatch'] }
    await tellNoxpay(txid, 0.01)
    await untilCharge(id, asked)
    await tellNoxpay(txid)
    await expect.poll(() => noticesOf(id), PATIENCE).toHaveLength(2)
    await untilCharge(id, asked)
    expect((await operate(id, 'resolve', { outcome: 'created' })).json()).toMatchObject({ became: 'carriedOut' })
    await untilCharge(id, { status: 'APPROVED', needsAttention: false })
    expect(await paymentsOf(id)).toMatchObject([{ state: 'APPROVED', amount: 1 }])
  }, 120_000)

  it('takes nothing while the provider does not answer: the question stays', async () => {
    const id = await paidOtherwise()
    await api.control('PUT', '/faults/PAGUESAFE/readTransaction', { fault: 'serverError', times: 0 })
    await operate(id, 'resolve', { outcome: 'created' })
    const voids = async () =>
      (await get(`/v1/charges/${id}/events`)).data.filter(({ type }: { type: string }) => type === 'decisionVoid')
    await expect.poll(voids, PATIENCE).toMatchObject([{ detail: { why: 'unreadable' } }])
    await untilCharge(id, { status: 'REJECTED', attentionReasons: ['amountMismatch'] })
  }, 120_000)

  it('who was not shown it takes nothing', async () => {
    const id = await paidOtherwise()
    expect((await operate(id, 'resolve?shown=latePayment', { outcome: 'created' })).statusCode).toBe(409)
    await untilCharge(id, { status: 'REJECTED', attentionReasons: ['amountMismatch'] })
  }, 120_000)
})
