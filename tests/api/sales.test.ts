/** What offers and links have brought, which charges that were, and how they are found among many. */
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { ADDRESS, type ChargingApi, NEW_CHARGE, NO_LIMITS, startChargingApi } from './charging.ts'

let api: ChargingApi
beforeAll(async () => {
  api = await startChargingApi({ limits: NO_LIMITS })
  await api.connect('PAGUESAFE')
})
afterAll(() => api?.close())

const call = (method: string, path: string, payload?: object, key = api.home.keys.seller) =>
  api.call(key, method, `/v1/${path}`, { payload })
async function make(path: string, payload: object) {
  const answer = await call('POST', path, payload)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const read = async (path: string) => (await call('GET', path)).json()
const OFFER = { name: 'Curso de pão', price: 5000, paymentMethods: ['PIX'] }
const offerOf = (changes: object = {}) => make('offers', { product: { name: 'Curso' }, ...OFFER, ...changes })

/** A buyer orders at the page, and their money comes unless it is said otherwise. */
async function buy({ url }: { url: string }, isPaid = true): Promise<string> {
  const answer = await api.call(null, 'POST', `/v1/checkout/pages/${url.split('/buy/')[1]}/charges`, {
    payload: { customer: NEW_CHARGE.customer, address: ADDRESS, paymentMethod: 'PIX' },
    headers: { 'idempotency-key': uuidv7() },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  const [charge] = (await read('charges?limit=1')).data
  if (isPaid) {
    const paid = { chargeId: charge.id, to: 'APPROVED', cause: 'webhook', key: `webhook/${uuidv7()}` } as const
    await applyTransition(api.database.writer, paid)
  }
  return charge.id
}

const idsOf = async (query: string) =>
  (await read(`charges?${query}`)).data.map(({ id }: { id: string }) => id).toSorted()

describe('sales', () => {
  it('are the paid charges of an offer, and of the link that they came through, which their filters list', async () => {
    const offer = await offerOf()
    const link = await make('payment-links', { offerId: offer.id })
    const other = await make('payment-links', { amount: 700 })
    expect([offer.sales, link.sales]).toEqual(Array(2).fill({ count: 0, amount: 0 }))
    const direct = await buy(offer)
    const through = [await buy(link), await buy(link)]
    const unpaid = await buy(link, false)
    const elsewhere = await buy(other)

    for (const [path, id, sales] of [
      ['offers', offer.id, { count: 3, amount: 15_000 }],
      ['payment-links', link.id, { count: 2, amount: 10_000 }],
      ['payment-links', other.id, { count: 1, amount: 700 }],
    ] as const) {
      expect((await read(`${path}/${id}`)).sales).toEqual(sales)
      const { data } = await read(path)
      expect(data.find((one: { id: string }) => one.id === id).sales).toEqual(sales)
    }
    expect((await call('PATCH', `offers/${offer.id}`, { name: 'Outro' })).json().sales.count).toBe(3)
    expect(await idsOf(`offerId=${offer.id}&figure=approved`)).toEqual([direct, ...through].toSorted())
    expect(await idsOf(`offerId=${offer.id}`)).toEqual([direct, ...through, unpaid].toSorted())
    expect(await idsOf(`paymentLinkId=${link.id}`)).toEqual([...through, unpaid].toSorted())
    expect(await idsOf(`paymentLinkId=${link.id}&status=PENDING&q=maria`)).toEqual([unpaid])
    expect(await idsOf(`paymentLinkId=${other.id}`)).toEqual([elsewhere])
    expect(await read(`charges/${unpaid}`)).toMatchObject({ offerId: offer.id, paymentLinkId: link.id })
    expect(await read(`charges/${direct}`)).toMatchObject({ offerId: offer.id, paymentLinkId: null })
    const theirs = await call('GET', `charges?offerId=${offer.id}`, undefined, api.other.keys.seller)
    expect(theirs.json().data).toEqual([])
  })
})

describe('an offer of a new product', () => {
  it('is made with it in one call, or neither is', async () => {
    const product = { name: 'Vaso', description: 'De barro', tangible: true }
    const offer = await offerOf({ product, name: 'Vaso azul', slug: 'vaso' })
    expect(await read(`products/${offer.productId}`)).toMatchObject({ ...product, offerCount: 1 })
    const before = (await read('products?limit=100')).data
    for (const [payload, path] of [
      [{ product: { name: 'Órfão' }, slug: 'vaso' }, '/slug'],
      [{ product: { name: 'Órfão', imageUrl: 'https://elsewhere.example/x.png' } }, '/product/imageUrl'],
      [{ product: { name: 'Órfão' }, productId: offer.productId }, '/productId'],
      [{}, '/productId'],
    ] as const) {
      const answer = await call('POST', 'offers', { ...OFFER, ...payload })
      expect(answer.json(), JSON.stringify(payload)).toMatchObject({ status: 422, errors: [{ path }] })
    }
    expect((await read('products?limit=100')).data).toEqual(before)
  })
})

describe('what is sold is found', () => {
  it.each([
    ['products', 'cafe', ['Café em grãos']],
    ['products', 'torra', ['Café em grãos']],
    ['offers', 'Café 250', ['Café 250 g']],
    ['offers', 'cafe-da-casa', ['Café 250 g']],
    ['payment-links', 'feira', ['Para a feira']],
    ['payment-links', 'café', ['Para a feira']],
    ['payment-links', 'chá', []],
    ['products', '---', []],
    ['offers', '---', []],
    ['payment-links', '---', []],
  ])('%s by %s', async (path, q, names) => {
    await found()
    const { data } = await read(`${path}?q=${encodeURIComponent(q)}`)
    expect(data.map((one: { name?: string; title?: string }) => one.name ?? one.title)).toEqual(names)
    const theirs = await call('GET', `${path}?q=${encodeURIComponent(q)}`, undefined, api.other.keys.seller)
    expect(theirs.json().data).toEqual([])
  })

  let isMade = false
  async function found(): Promise<void> {
    if (isMade) return
    isMade = true
    const product = { name: 'Café em grãos', description: 'Torra média' }
    const { id } = await offerOf({ product, name: 'Café 250 g', slug: 'cafe-da-casa' })
    await make('payment-links', { offerId: id, title: 'Para a feira' })
  }
})
