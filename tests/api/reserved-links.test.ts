/** A link whose last use waits for the payment of a buyer: what its seller, its buyer and any other buyer are told. */
import { eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { charges } from '../../db/schema/index.ts'
import { startLinkApi } from './buyers-link.ts'
import { ADDRESS, type ChargingApi, NEW_CHARGE } from './charging.ts'

let api: ChargingApi
beforeAll(async () => {
  ;({ api } = await startLinkApi())
})
afterAll(() => api?.close())

const LINKS = '/v1/payment-links'
const asSeller = async (method: 'GET' | 'POST', path: string, payload?: object) =>
  (await api.call(api.home.keys.seller, method, path, { payload })).json()

async function newLink(): Promise<{ id: string; slug: string }> {
  const { id, url } = await asSeller('POST', LINKS, { amount: 900, maxUses: 1 })
  return { id, slug: url.split('/buy/')[1] }
}

const pay = (slug: string, more: object = {}) =>
  api.call(null, 'POST', `/v1/checkout/pages/${slug}/charges`, {
    payload: { customer: NEW_CHARGE.customer, address: ADDRESS, paymentMethod: 'PIX', ...more },
    headers: { 'idempotency-key': uuidv7() },
  })

async function buy(slug: string): Promise<string> {
  const answer = await pay(slug)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().token
}

const page = async (slug: string, token?: string) =>
  (await api.call(null, 'GET', `/v1/checkout/pages/${slug}${token ? `?token=${token}` : ''}`)).json()

test('it is reserved in the list and on the page, for sale to the buyer whose order reserves it, and sold out once that is paid', async () => {
  const { id, slug } = await newLink()
  const other = await newLink()
  const listed = async () =>
    (await asSeller('GET', LINKS)).data.find((link: { id: string }) => link.id === id) as object
  expect(await listed()).toMatchObject({ state: 'open', reservation: null })
  const token = await buy(slug)
  const reserved = { state: 'soldOut', reservation: { expiresAt: expect.stringMatching(/^\d{4}-.*Z$/) } }
  expect(await listed()).toMatchObject({ uses: 1, ...reserved })
  expect(await asSeller('GET', `${LINKS}/${id}`)).toMatchObject(reserved)
  expect(await page(slug)).toMatchObject({ ...reserved, paymentMethods: [] })
  expect(await page(slug, await buy(other.slug))).toMatchObject(reserved)
  const own = await page(slug, token)
  expect(own).toMatchObject({ state: 'open', reservation: null })
  expect(own.paymentMethods).toContainEqual(expect.objectContaining({ paymentMethod: 'PIX' }))

  const [row] = await api.database.writer.select().from(charges).where(eq(charges.checkoutToken, token))
  const paid = { to: 'APPROVED', cause: 'webhook', key: `webhook/${uuidv7()}` } as const
  await applyTransition(api.database.writer, { chargeId: row?.id ?? '', ...paid })
  const over = { state: 'soldOut', reservation: null }
  expect(await listed()).toMatchObject({ uses: 1, ...over })
  for (const asked of [undefined, token]) expect(await page(slug, asked)).toMatchObject(over)
})

test('of an offer it sells one per order, so that no more is sold than there is', async () => {
  const { id: productId } = await asSeller('POST', '/v1/products', { name: 'Ingresso' })
  const offer = { productId, name: 'Ingresso', price: 5000, paymentMethods: ['PIX'] }
  const { id: offerId } = await asSeller('POST', '/v1/offers', offer)
  const { id, url } = await asSeller('POST', LINKS, { offerId, maxUses: 2 })
  const slug = url.split('/buy/')[1]
  expect(await page(slug)).toMatchObject({ maxQuantity: 1 })
  const several = await pay(slug, { quantity: 2 })
  expect([several.statusCode, several.json()]).toEqual([
    422,
    expect.objectContaining({
      code: 'rule_broken',
      errors: [{ path: '/quantity', rule: 'quantity', message: 'is 1: this link has a limited number of uses' }],
    }),
  ])
  expect(await asSeller('GET', `${LINKS}/${id}`)).toMatchObject({ uses: 0 })
  expect((await pay(slug, { quantity: 1 })).statusCode).toBe(201)
  const open = await asSeller('POST', LINKS, { offerId })
  expect((await pay(open.url.split('/buy/')[1], { quantity: 2 })).statusCode).toBe(201)
})
