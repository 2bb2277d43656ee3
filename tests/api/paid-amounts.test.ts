/** Of another amount that an operator took, everything says what was paid, and nothing what was charged. */
import { eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { notePaidAmount } from '../../db/queries/charge/paid-amounts.ts'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { charges, mails } from '../../db/schema/index.ts'
import { type SellerSystem, startSellerSystem } from '../support/seller-system.ts'
import { ADDRESS, type ChargingApi, NEW_CHARGE, NO_LIMITS, startChargingApi } from './charging.ts'

const ASKED = 5000
const PAID = 2200

let api: ChargingApi
let system: SellerSystem
beforeAll(async () => {
  api = await startChargingApi({ limits: NO_LIMITS })
  system = await startSellerSystem()
  await api.connect('PAGUESAFE')
})
afterAll(async () => {
  await api?.close()
  await system?.close()
})

const db = () => api.database.writer
async function call(method: 'GET' | 'POST', path: string, payload?: object) {
  const answer = await api.call(api.home.keys.admin, method, `/v1/${path}`, { payload })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json()
}

/** A buyer's charge at the page of an offer, of which another amount was paid and taken. */
async function taken(url: string) {
  const answer = await api.call(null, 'POST', `/v1/checkout/pages/${url.split('/buy/')[1]}/charges`, {
    payload: { customer: NEW_CHARGE.customer, address: ADDRESS, paymentMethod: 'PIX' },
    headers: { 'idempotency-key': uuidv7() },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  const { token } = answer.json()
  const [row] = await db().select().from(charges).where(eq(charges.checkoutToken, token))
  const of = { accountId: row?.providerAccountId ?? '', transactionId: row?.transactionId ?? '' }
  const chargeId = row?.id ?? ''
  expect(await call('GET', `charges/${chargeId}`)).toMatchObject({ paidAmount: null, finalValue: ASKED })
  await notePaidAmount(db(), chargeId, of, PAID)
  await applyTransition(db(), { chargeId, to: 'APPROVED', cause: 'operator', key: 'operator/1', of })
  return { chargeId, of, token }
}

/** All that adds up what was paid. */
async function sums(offerId: string, customerId: string) {
  const { total } = await call('GET', 'analytics')
  const { totals } = await call('GET', `customers/${customerId}`)
  const { sales } = await call('GET', `offers/${offerId}`)
  const { data } = await call('GET', 'charges/totals')
  return [total.approvedAmount, totals[0].approvedAmount, sales.amount, data[0].amount]
}

it('the charge, its events, receipts, sales, customers, totals and figures', async () => {
  await call('POST', 'webhook-endpoints', { url: system.url, events: ['charge.approved', 'charge.partially_refunded'] })
  const product = { name: 'Curso' }
  const offer = await call('POST', 'offers', { product, name: 'Curso de pão', price: ASKED, paymentMethods: ['PIX'] })
  const { chargeId, of, token } = await taken(offer.url)
  const charge = await call('GET', `charges/${chargeId}`)
  expect(charge).toMatchObject({ amount: ASKED, finalValue: ASKED, paidAmount: PAID, refundedAmount: 0 })
  expect((await api.call(null, 'GET', `/v1/checkout/${token}`)).json()).toMatchObject({ amount: PAID })
  expect(await sums(offer.id, charge.customerId)).toEqual([PAID, PAID, PAID, PAID])
  expect(await db().select().from(mails).where(eq(mails.chargeId, chargeId))).toMatchObject([{ amount: PAID }])
  await expect
    .poll(() => system.arrived.map(({ body }) => [body.type, body.data.paidAmount]), { timeout: 60_000 })
    .toEqual([['charge.approved', PAID]])

  await notePaidAmount(db(), chargeId, of, 2300)
  expect(await call('GET', `charges/${chargeId}`)).toMatchObject({ paidAmount: 2300 })
  expect(await sums(offer.id, charge.customerId)).toEqual([2300, 2300, 2300, 2300])

  const tooMuch = await api.call(api.home.keys.admin, 'POST', `/v1/charges/${chargeId}/refunds`, {
    payload: { amount: 2301 },
  })
  expect(tooMuch.statusCode).toBe(422)

  const refund = { refundId: uuidv7(), amount: 300 }
  const part = { chargeId, to: 'REFUNDED', cause: 'api', key: 'refund/1', of, returned: 300, refund } as const
  await applyTransition(db(), part)
  expect(await call('GET', `charges/${chargeId}`)).toMatchObject({ paidAmount: 2300, refundedAmount: 300 })
  expect(await sums(offer.id, charge.customerId)).toEqual([2300, 2300, 2300, 2300])
  expect((await call('GET', 'analytics')).total).toMatchObject({ approved: 1, refundedAmount: 300 })

  await applyTransition(db(), { ...part, key: 'refund/2', returned: 2300, refund: { ...refund, amount: 2000 } })
  expect(await call('GET', `charges/${chargeId}`)).toMatchObject({
    status: 'REFUNDED',
    paidAmount: 2300,
    refundedAmount: 2300,
  })
  expect(await sums(offer.id, charge.customerId)).toEqual([2300, 2300, 2300, 2300])
}, 180_000)

it('another payment of the charge changes nothing, until it is the one that pays', async () => {
  const { id: chargeId, transactionId } = await call('POST', 'charges', NEW_CHARGE)
  const [row] = await db().select().from(charges).where(eq(charges.id, chargeId))
  const own = { accountId: row?.providerAccountId ?? '', transactionId }
  const other = { ...own, transactionId: 'another', provider: 'PAGUESAFE' }
  const paid = { chargeId, to: 'APPROVED', cause: 'webhook' } as const
  await applyTransition(db(), { ...paid, key: 'webhook/1', of: own })
  await applyTransition(db(), { ...paid, key: 'webhook/2', of: other, amount: 700 })
  expect(await call('GET', `charges/${chargeId}`)).toMatchObject({ paidAmount: ASKED })
  await notePaidAmount(db(), chargeId, other, 800)
  expect(await call('GET', `charges/${chargeId}`)).toMatchObject({ paidAmount: ASKED })
  await applyTransition(db(), { chargeId, to: 'REFUNDED', cause: 'webhook', key: 'webhook/3', of: own })
  expect(await call('GET', `charges/${chargeId}`)).toMatchObject({ status: 'APPROVED', paidAmount: 800 })
})
