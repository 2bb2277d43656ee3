/** Two charges of one order that are both paid: an operator is asked until the money of one has gone back as a whole. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { applyTransition, type Transition } from '../../db/queries/charge/transitions.ts'
import { charges } from '../../db/schema/index.ts'
import { defined } from '../../domain/defined.ts'
import { askingAs, PATIENCE } from './asking.ts'
import { newLink } from './buyers-link.ts'
import { ADDRESS, type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'

interface Try {
  token: string
  id: string
  transactionId: string
}

let api: ChargingApi
let webhook: string
let accountId: string
beforeAll(async () => {
  api = await startChargingApi({ limits: { buyersChargesPerMinute: 1_000 } })
  const { id, token } = await api.connect('PAGUESAFE')
  accountId = id
  webhook = `/webhooks/paguesafe/${token}`
})
afterEach(() => api.control('DELETE', '/faults'))
afterAll(() => api?.close())

const { call, get, untilCharge } = askingAs('seller', () => api)

async function buy(slug: string, payload: object): Promise<Try> {
  const answer = await api.call(null, 'POST', `/v1/checkout/pages/${slug}/charges`, {
    payload: { customer: NEW_CHARGE.customer, address: ADDRESS, ...payload },
    headers: { 'idempotency-key': uuidv7() },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  const { token } = answer.json()
  const [row] = await api.database.writer.select().from(charges).where(eq(charges.checkoutToken, token))
  return { token, id: row?.id ?? '', transactionId: row?.transactionId ?? '' }
}

/** The buyer pays, and the provider says so. */
async function pay({ id, transactionId }: Try): Promise<void> {
  await api.control('POST', `/transactions/PAGUESAFE/${transactionId}/pay`)
  const data = { id: Number(transactionId), status: 'paid' }
  const payload = { id: randomUUID(), type: 'transaction', objectId: transactionId, data }
  expect((await api.app.inject({ method: 'POST', url: webhook, payload })).statusCode).toBe(200)
  await untilCharge(id, { paidAt: expect.any(String) })
}

/** The Pix was given up for the boleto, which is paid. */
async function orderOf(latePayments: 'ask' | 'refund') {
  await api.call(api.home.keys.admin, 'PATCH', `/v1/platforms/${api.home.platformId}`, { payload: { latePayments } })
  const slug = await newLink(api, api.home.keys.seller)
  const pix = await buy(slug, { paymentMethod: 'PIX' })
  const boleto = await buy(slug, { paymentMethod: 'BILLET', token: pix.token })
  await pay(boleto)
  return { pix, boleto }
}

const refund = async (id: string, payload: object = {}) =>
  expect([201, 202]).toContain((await call('POST', `/v1/charges/${id}/refunds`, payload)).statusCode)

/** The provider says so of the charge's payment, or of another one. */
const tell = ({ id }: Try, to: Transition['to'], of?: Transition['of']) =>
  applyTransition(api.database.writer, { chargeId: id, to, cause: 'webhook', key: `webhook/${to}`, ...defined({ of }) })

/** What its provider has given back without us is a refund as well. */
async function untilRefund({ id }: Try, state: string): Promise<void> {
  const byPolicy = async () =>
    (await get(`/v1/charges/${id}/refunds`)).data.filter(({ policy }: { policy: string | null }) => policy !== null)
  await expect.poll(byPolicy, PATIENCE).toMatchObject([{ policy: 'latePayments', state }])
}

const TWICE = { status: 'APPROVED', attentionReasons: expect.arrayContaining(['doublePayment']) }
const ONCE = { attentionReasons: expect.not.arrayContaining(['doublePayment']) }

it.each(['pix', 'boleto'] as const)(
  'a part of the %s leaves the question open, and all of it answers it',
  async (which) => {
    const order = await orderOf('ask')
    await pay(order.pix)
    const { id } = order[which]
    await refund(id, { amount: 300 })
    await untilCharge(id, { refundedAmount: 300 })
    await untilCharge(order.pix.id, TWICE)
    await refund(id)
    await untilCharge(id, { status: 'REFUNDED' })
    await untilCharge(order.pix.id, ONCE)
  },
)

it('what the policy gives back answers it', async () => {
  const { pix } = await orderOf('refund')
  await pay(pix)
  await untilCharge(pix.id, { status: 'REFUNDED', attentionReasons: [] })
})

it('a refund by the policy that the provider refuses leaves it open', async () => {
  const { pix } = await orderOf('refund')
  // The provider itself knows nothing of the payment, and gives nothing back.
  await tell(pix, 'APPROVED')
  await untilRefund(pix, 'REJECTED')
  await untilCharge(pix.id, TWICE)
})

it('what a charge got twice itself and gives back leaves the question about its order open', async () => {
  const { pix } = await orderOf('ask')
  await pay(pix)
  const of = { transactionId: `${pix.transactionId}0`, accountId, provider: 'PAGUESAFE' }
  await tell(pix, 'APPROVED', of)
  await tell(pix, 'REFUNDED', of)
  expect((await get(`/v1/charges/${pix.id}/payments`)).data).toMatchObject([
    { state: 'APPROVED' },
    { state: 'REFUNDED' },
  ])
  expect(await get(`/v1/charges/${pix.id}`)).toMatchObject(TWICE)
})

/** The policy gives the second payment back, and its provider does not take the refund yet. */
async function withWaitingRefund() {
  await api.control('PUT', '/faults/PAGUESAFE/refund', { fault: 'rateLimited', times: 0 })
  const order = await orderOf('refund')
  await pay(order.pix)
  await untilRefund(order.pix, 'PENDING')
  return order
}

it('the policy gives nothing back that alone pays the order by then: an operator is asked', async () => {
  const { pix, boleto } = await withWaitingRefund()
  await tell(boleto, 'REFUNDED')
  await untilRefund(pix, 'REJECTED')
  await untilCharge(pix.id, { status: 'APPROVED', attentionReasons: ['latePayment'] })
})

it('a refund by the policy of what has gone back by then asks nothing', async () => {
  const { pix } = await withWaitingRefund()
  await tell(pix, 'REFUNDED')
  await untilRefund(pix, 'REJECTED')
  await untilCharge(pix.id, { status: 'REFUNDED', attentionReasons: [] })
})
