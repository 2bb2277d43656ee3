/** What a public page asks for, what a buyer types on it, and what the seller's customer is called afterwards. */
import { desc } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { charges } from '../../db/schema/index.ts'
import { ADDRESS, type ChargingApi, NEW_CHARGE, NO_LIMITS, startChargingApi } from './charging.ts'

const METHODS = ['PIX', 'CREDIT_CARD', 'BILLET']

let api: ChargingApi
let slug: string
beforeAll(async () => {
  api = await startChargingApi({ limits: NO_LIMITS })
  await api.connect('PAGUESAFE')
  slug = await pageOf('payment-links', { amount: 900 })
})
afterAll(() => api?.close())

async function make(path: string, payload: object) {
  const answer = await api.call(api.home.keys.seller, 'POST', `/v1/${path}`, { payload })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const pageOf = async (path: string, payload: object): Promise<string> =>
  (await make(path, payload)).url.split('/buy/')[1]
const show = (page: string) => api.call(null, 'GET', `/v1/checkout/pages/${page}`)
const payAt = (page: string, payload: object) =>
  api.call(null, 'POST', `/v1/checkout/pages/${page}/charges`, {
    payload: { paymentMethod: 'PIX', address: ADDRESS, customer: NEW_CHARGE.customer, ...payload },
    headers: { 'idempotency-key': uuidv7() },
  })
const pay = (customer: object) => payAt(slug, { customer: { ...NEW_CHARGE.customer, ...customer } })

describe('a page', () => {
  it('that no seller has made is not found', async () => {
    for (const page of ['nothing', '_AAAAAAAAAAAAAAAAAAAAAA']) expect((await show(page)).statusCode).toBe(404)
    expect((await payAt('nothing', {})).statusCode).toBe(404)
  })

  it('of what is sent asks for an address however it is paid, and its seller reads it', async () => {
    const { id: productId } = await make('products', { name: 'Caneca', tangible: true })
    const page = await pageOf('offers', { productId, name: 'Caneca', price: 5000, paymentMethods: METHODS })
    const { paymentMethods } = (await show(page)).json()
    expect(paymentMethods).toHaveLength(3)
    for (const { requires } of paymentMethods) {
      for (const name of Object.keys(ADDRESS)) expect(requires).toContain(`address.${name}`)
    }
    const refused = await payAt(page, { address: undefined })
    expect(refused.json()).toMatchObject({ status: 422, errors: [{ path: '/address', rule: 'required' }] })
    expect((await payAt(page, {})).statusCode).toBe(201)
    const { data } = (await api.call(api.home.keys.seller, 'GET', '/v1/charges')).json()
    expect(data[0]).toMatchObject({ address: { ...ADDRESS, zipCode: '01310100' } })
  })

  it('sells as many at once as a charge can be of, and one where it is no offer', async () => {
    const { id: productId } = await make('products', { name: 'Quadro' })
    const dear = await pageOf('offers', { productId, name: 'Quadro', price: 40_000_000_000, paymentMethods: METHODS })
    expect((await show(dear)).json()).toMatchObject({ maxQuantity: 2 })
    expect((await show(slug)).json()).toMatchObject({ maxQuantity: 1 })
  })
})

describe('a customer whose document a buyer types on a page', () => {
  const documentOf = { known: '11144477735', new: '15350946056' }
  const buy = async (document: string, name: string, phone?: string) => {
    const email = `${name.toLowerCase()}@typed.example`
    const answer = await pay({ document, name, email, phone })
    expect(answer.statusCode, answer.body).toBe(201)
    expect(
      (await api.database.writer.select().from(charges).orderBy(desc(charges.createdAt)))[0]?.customer,
    ).toMatchObject({
      name,
      email,
    })
  }
  const found = async (q: string) => {
    const { data } = (await api.call(api.home.keys.seller, 'GET', `/v1/customers?q=${q}`)).json()
    return data.map(({ name, email }: { name: string; email: string }) => ({ name, email }))
  }

  it('keeps the name that the seller gave, and is found by the typed one too', async () => {
    const { known } = documentOf
    const sellers = (name: string) =>
      api.addCharge(api.home, { customer: { name, email: 'rui@seller.example', document: known } })
    await sellers('Rui')
    await buy(known, 'Stranger', '11912345678')
    const kept = [{ name: 'Rui', email: 'rui@seller.example' }]
    for (const q of [known, 'rui@seller.example', 'stranger']) expect(await found(q), q).toEqual(kept)
    await sellers('Rui Alves')
    expect(await found('alves')).toMatchObject([{ name: 'Rui Alves' }])
  })

  it('keeps the name of the first purchase, until the seller says another', async () => {
    const document = documentOf.new
    await buy(document, 'Bia')
    await buy(document, 'Outsider')
    for (const q of [document, 'bia', 'outsider']) expect(await found(q), q).toMatchObject([{ name: 'Bia' }])
    await api.addCharge(api.home, { customer: { name: 'Beatriz', email: 'b@seller.example', document } })
    expect(await found('beatriz')).toMatchObject([{ email: 'b@seller.example' }])
  })
})
