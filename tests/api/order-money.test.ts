/** Orders over HTTP: late money under the platform's policies, money that goes back, and uses of a link that are not paid. */
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { charges, checkoutOrders } from '../../db/schema/index.ts'
import { deliverWebhookEvent } from '../../inbox/deliver.ts'
import { storeWebhook } from '../support/webhooks.ts'
import {
  ADDRESS,
  type ChargingApi,
  NEW_CARD,
  NEW_CHARGE,
  startChargingApi,
  untilTaken,
  waitingBriefly,
} from './charging.ts'

const PATIENCE = { timeout: 60_000 }
const { holderDocument: _, ...CARD } = NEW_CARD
const DECLINED = { paymentMethod: 'CREDIT_CARD', card: { ...CARD, cardNumber: '4000000000000002' } }

let api: ChargingApi
let account: { id: string; token: string }
let webhook: string
beforeAll(async () => {
  api = await startChargingApi({ limits: { checkoutPerMinute: 10_000, buyersChargesPerMinute: 10_000 } })
  account = await api.connect('PAGUESAFE')
  webhook = `/webhooks/paguesafe/${account.token}`
})
afterAll(() => api?.close())

const asSeller = (method: 'GET' | 'POST', path: string, payload?: object) =>
  api.call(api.home.keys.seller, method, path, { payload })
const read = async (path: string) => (await asSeller('GET', path)).json()
const shown = async (slug: string) => (await api.call(null, 'GET', `/v1/checkout/pages/${slug}`)).json()
const setPolicy = (latePayments: string) =>
  api.call(api.home.keys.admin, 'PATCH', `/v1/platforms/${api.home.platformId}`, { payload: { latePayments } })

async function link(maxUses = 1): Promise<{ id: string; slug: string }> {
  const { id, url } = (await asSeller('POST', '/v1/payment-links', { amount: 900, maxUses })).json()
  return { id, slug: url.split('/buy/')[1] }
}
const attempt = (slug: string, payload: object = {}, remoteAddress = '127.0.0.1') =>
  api.call(null, 'POST', `/v1/checkout/pages/${slug}/charges`, {
    payload: { customer: NEW_CHARGE.customer, address: ADDRESS, paymentMethod: 'PIX', ...payload },
    headers: { 'idempotency-key': uuidv7() },
    remoteAddress,
  })
const byBoleto = (token: string) => ({ token, paymentMethod: 'BILLET' })
/** A try that the page takes. */
async function buy(
  slug: string,
  payload: object = {},
  remoteAddress?: string,
): Promise<{ token: string; id: string; transactionId: string }> {
  const answer = await attempt(slug, payload, remoteAddress)
  expect(answer.statusCode, answer.body).toBe(201)
  const { token } = answer.json()
  const [row] = await api.database.writer.select().from(charges).where(eq(charges.checkoutToken, token))
  return { token, id: row?.id ?? '', transactionId: row?.transactionId ?? '' }
}
interface Try {
  id: string
  transactionId: string
}
const payAtProvider = ({ transactionId }: Try) => api.control('POST', `/transactions/PAGUESAFE/${transactionId}/pay`)
const paidNotice = ({ transactionId }: Try) => {
  const data = { id: Number(transactionId), status: 'paid' }
  return { id: randomUUID(), type: 'transaction', objectId: transactionId, data }
}
/** The buyer pays, and the provider says so. */
async function pay(buyersTry: Try): Promise<void> {
  const { id } = buyersTry
  await payAtProvider(buyersTry)
  const payload = paidNotice(buyersTry)
  expect((await api.app.inject({ method: 'POST', url: webhook, payload })).statusCode).toBe(200)
  await expect.poll(() => read(`/v1/charges/${id}`), PATIENCE).toMatchObject({ paidAt: expect.any(String) })
}
async function untilGivenBack({ id }: Try): Promise<void> {
  await expect.poll(() => read(`/v1/charges/${id}`), PATIENCE).toMatchObject({ status: 'REFUNDED' })
  expect((await read(`/v1/charges/${id}/refunds`)).data).toMatchObject([{ policy: 'latePayments' }])
}
const refund = async (id: string) => {
  expect([201, 202]).toContain((await asSeller('POST', `/v1/charges/${id}/refunds`, {})).statusCode)
  await expect.poll(() => read(`/v1/charges/${id}`), PATIENCE).toMatchObject({ status: 'REFUNDED' })
}
/** Time goes by for every order of the link. */
const wait = (linkId: string) =>
  api.database.writer
    .update(checkoutOrders)
    .set({
      holdsUntil: sql`holds_until - interval '30 minutes'`,
      createdAt: sql`created_at - interval '30 minutes'` as never,
    })
    .where(eq(checkoutOrders.linkId, linkId))

describe('money for a try that was given up', () => {
  it.each(['ask', 'accept', 'refund'])('pays the order that no other try has paid, under %s', async (policy) => {
    await setPolicy(policy)
    const { id, slug } = await link()
    const pix = await buy(slug)
    const boleto = await buy(slug, byBoleto(pix.token))
    await pay(pix)
    expect(await read(`/v1/charges/${pix.id}`)).toMatchObject({ status: 'APPROVED', attention: null })
    expect((await read(`/v1/charges/${pix.id}/refunds`)).data).toEqual([])
    expect((await attempt(slug, byBoleto(boleto.token))).json()).toMatchObject({ token: pix.token, status: 'APPROVED' })
    expect(await read(`/v1/payment-links/${id}`)).toMatchObject({ uses: 1 })
  })

  it('goes back by the policy where another try has paid, and the order stays paid', async () => {
    await setPolicy('refund')
    const { id, slug } = await link()
    const pix = await buy(slug)
    const boleto = await buy(slug, byBoleto(pix.token))
    await pay(boleto)
    await pay(pix)
    await untilGivenBack(pix)
    expect((await attempt(slug, { token: pix.token })).json()).toMatchObject({
      token: boleto.token,
      status: 'APPROVED',
    })
    expect(await read(`/v1/payment-links/${id}`)).toMatchObject({ uses: 1 })
  })

  it('goes back by the policy where another try has paid, though its notice came in time and waited here', async () => {
    await setPolicy('refund')
    const { slug } = await link()
    const pix = await buy(slug)
    const stack = { ...api, platformId: api.home.platformId, logger: api.app.log }
    const notice = await storeWebhook(stack, account.id, paidNotice(pix), 'token')
    const givenUp = { to: 'REJECTED', cause: 'timer', key: 'timer/expired', givesUp: true } as const
    await applyTransition(api.database.writer, { chargeId: pix.id, ...givenUp })
    await pay(await buy(slug, byBoleto(pix.token)))
    await payAtProvider(pix)
    expect(await deliverWebhookEvent(stack, notice)).toBe('delivered')
    await untilGivenBack(pix)
  })
})

describe('money that goes back', () => {
  it('gives the use back, and the order may be paid again', async () => {
    const { id, slug } = await link()
    const first = await buy(slug)
    await pay(first)
    expect(await read(`/v1/payment-links/${id}`)).toMatchObject({ uses: 1, state: 'soldOut' })
    await refund(first.id)
    expect(await read(`/v1/payment-links/${id}`)).toMatchObject({ uses: 0, state: 'open' })
    const second = await buy(slug, { token: first.token })
    await pay(second)
    expect((await attempt(slug, { token: first.token })).json()).toMatchObject({ token: second.token })
    expect(await read(`/v1/payment-links/${id}`)).toMatchObject({ uses: 1 })
  })

  it('of one of two that were paid leaves the other one as the order’s payment', async () => {
    await setPolicy('ask')
    const { id, slug } = await link()
    const pix = await buy(slug)
    const boleto = await buy(slug, byBoleto(pix.token))
    await pay(boleto)
    await pay(pix)
    await refund(boleto.id)
    expect((await attempt(slug, { token: boleto.token })).json()).toMatchObject({
      token: pix.token,
      status: 'APPROVED',
    })
    expect(await read(`/v1/payment-links/${id}`)).toMatchObject({ uses: 1 })
  })
})

describe('a use that is not paid', () => {
  it('lapses after half an hour; who held it has to find room, and money that comes counts all the same', async () => {
    const { id, slug } = await link()
    const stranger = await buy(slug)
    const [order] = await api.database.writer.select().from(checkoutOrders).where(eq(checkoutOrders.linkId, id))
    const expiresAt = new Date(order?.holdsUntil ?? '').toISOString()
    expect(await shown(slug)).toMatchObject({ state: 'soldOut', reservation: { expiresAt } })
    expect((await attempt(slug)).statusCode).toBe(409)
    await wait(id)
    expect(await shown(slug)).toMatchObject({ state: 'open', reservation: null })
    expect(await read(`/v1/payment-links/${id}`)).toMatchObject({ uses: 0, state: 'open' })
    await buy(slug)
    expect((await attempt(slug)).statusCode).toBe(409)
    // What the stranger has still waits: it is not cancelled for nothing.
    expect((await attempt(slug, byBoleto(stranger.token))).statusCode).toBe(409)
    expect((await attempt(slug, { token: stranger.token })).json()).toMatchObject({ status: 'PENDING' })
    await pay(stranger)
    expect(await read(`/v1/payment-links/${id}`)).toMatchObject({ uses: 2 })
  })

  it('is taken anew by another try, and is given to one of many at once', async () => {
    const { id, slug } = await link()
    const { token } = await buy(slug)
    await wait(id)
    const answers = await Promise.all([
      attempt(slug, byBoleto(token)),
      ...Array.from({ length: 5 }, () => attempt(slug)),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
    expect(await read(`/v1/payment-links/${id}`)).toMatchObject({ uses: 1, state: 'soldOut' })
  })

  it('is kept by one address three times in a day, for an hour and for as long as the last try needs', async () => {
    const { id, slug } = await link(5)
    const { token } = await buy(slug)
    for (let order = 1; order < 3; order += 1) await buy(slug)
    const answer = await attempt(slug)
    expect(answer.json()).toMatchObject({ status: 429, errors: [{ path: '', rule: 'unpaidOrders' }] })
    // Each of them counts for a day unless it is paid or ends.
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(23 * 3600)
    expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(24 * 3600)
    expect((await attempt(slug, {}, '203.0.113.5')).statusCode).toBe(201)
    for (let half = 0; half < 2; half += 1) await wait(id)
    expect((await attempt(slug)).statusCode).toBe(429)
    // Its own orders go on, and each keeps its use while what was just asked for is paid.
    await buy(slug, byBoleto(token))
    expect(await read(`/v1/payment-links/${id}`)).toMatchObject({ uses: 1, state: 'open' })
    await wait(id)
    expect(await read(`/v1/payment-links/${id}`)).toMatchObject({ uses: 0, state: 'open' })
  })

  it('is no other buyer’s while an order that is older than an hour is being paid', async () => {
    const { id, slug } = await link()
    const { token } = await buy(slug)
    for (let half = 0; half < 3; half += 1) await wait(id)
    const boleto = await buy(slug, byBoleto(token))
    expect((await attempt(slug)).statusCode).toBe(409)
    await pay(boleto)
    expect(await read(`/v1/payment-links/${id}`)).toMatchObject({ uses: 1 })
  })

  it('is no other buyer’s while its card may still be charged, however long that takes', async () => {
    const { id, slug } = await link()
    const pix = await buy(slug)
    for (let half = 0; half < 3; half += 1) await wait(id)
    const payload = { token: pix.token, paymentMethod: 'CREDIT_CARD', card: CARD }
    const card = await api.database.writer.transaction(async (tx) => {
      // No attempt is written down, and nothing is sent.
      await tx.execute(sql`LOCK TABLE charge_attempts IN SHARE ROW EXCLUSIVE MODE`)
      const answer = await untilTaken(() => waitingBriefly(api, () => attempt(slug, payload)))
      expect(answer.statusCode, answer.body).toBe(202)
      await wait(id)
      expect((await attempt(slug)).statusCode).toBe(409)
      expect(await shown(slug)).toMatchObject({ state: 'soldOut', reservation: { expiresAt: null } })
      return answer.json().token
    })
    const status = async () => (await api.call(null, 'GET', `/v1/checkout/${card}`)).json().status
    await expect.poll(status, PATIENCE).toBe('APPROVED')
    expect(await read(`/v1/payment-links/${id}`)).toMatchObject({ uses: 1 })
  })

  it('does not count against who pays', async () => {
    const { slug } = await link(5)
    for (let order = 0; order < 3; order += 1) await buy(slug)
    expect((await attempt(slug)).statusCode).toBe(429)
    await pay(await buy(slug, {}, '203.0.113.6'))
    expect((await attempt(slug)).statusCode).toBe(429)
    const { slug: other } = await link(5)
    for (let order = 0; order < 2; order += 1) await buy(other)
    await pay(await buy(other))
    expect((await attempt(other)).statusCode).toBe(201)
  })

  it('leaves an order its other ways while its time runs, and what it has when that is over', async () => {
    const { id, slug } = await link(9)
    const at = '203.0.113.7'
    const mine = await buy(slug, {}, at)
    await pay(await buy(slug, {}, at))
    for (let order = 0; order < 3; order += 1) await buy(slug, {}, at)
    expect((await attempt(slug, {}, at)).statusCode).toBe(429)
    const boleto = await buy(slug, byBoleto(mine.token), at)
    await wait(id)
    expect((await attempt(slug, { token: boleto.token }, at)).statusCode).toBe(429)
    expect(await read(`/v1/charges/${boleto.id}`)).toMatchObject({ status: 'PENDING' })
  })

  it('is counted for an order whose card was refused, which may be tried again in its stead', async () => {
    const { id, slug } = await link(9)
    const at = '203.0.113.8'
    const mine = await buy(slug, DECLINED, at)
    expect(await read(`/v1/payment-links/${id}`)).toMatchObject({ uses: 0 })
    for (let order = 0; order < 2; order += 1) await buy(slug, {}, at)
    const refused = await attempt(slug, {}, at)
    expect(refused.statusCode).toBe(429)
    // It holds no use: it counts while it may be tried again.
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(1800)
    await buy(slug, { token: mine.token }, at)
    expect(await read(`/v1/payment-links/${id}`)).toMatchObject({ uses: 3 })
  })

  it('is none of an order that was paid', async () => {
    const { id, slug } = await link()
    await pay(await buy(slug))
    await wait(id)
    expect((await attempt(slug)).statusCode).toBe(409)
    expect(await read(`/v1/payment-links/${id}`)).toMatchObject({ uses: 1, state: 'soldOut' })
    expect(await shown(slug)).toMatchObject({ state: 'soldOut', reservation: null })
  })
})
