/** Another try by the same way: the same is answered with what there is, anything else is another code. */
import { eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { charges } from '../../db/schema/index.ts'
import { newOffer, startLinkApi } from './buyers-link.ts'
import { ADDRESS, type ChargingApi, NEW_CHARGE } from './charging.ts'

let api: ChargingApi
let slug: string
beforeAll(async () => {
  ;({ api, slug } = await startLinkApi())
})
afterAll(() => api?.close())

const pay = (payload: object, { at = slug } = {}) =>
  api.call(null, 'POST', `/v1/checkout/pages/${at}/charges`, {
    payload: { customer: NEW_CHARGE.customer, address: ADDRESS, paymentMethod: 'PIX', ...payload },
    headers: { 'idempotency-key': uuidv7() },
  })
const look = async (token: string) => (await api.call(null, 'GET', `/v1/checkout/${token}`)).json()

it.each(['PIX', 'BILLET'])(
  'by %s for another sum is a code of that sum: the one before is cancelled first',
  async (how) => {
    const at = await newOffer(api, { price: 1000, paymentMethods: [how] })
    const ask = (payload: object) => pay({ paymentMethod: how, ...payload }, { at })
    const one = (await ask({})).json()
    const two = await ask({ token: one.token, quantity: 2, total: 2000 })
    expect(two.statusCode, two.body).toBe(201)
    const { token } = two.json()
    expect(two.json()).toMatchObject({ status: 'PENDING', amount: 2000, items: [{ quantity: 2 }] })
    expect(await look(one.token)).toMatchObject({ status: 'REJECTED', pixCode: null, billetCode: null })
    const same = await ask({ token, quantity: 2 })
    expect([same.statusCode, same.json()]).toEqual([200, two.json()])
    const [row] = await api.database.writer.select().from(charges).where(eq(charges.checkoutToken, token))
    await api.control('POST', `/transactions/${row?.provider}/${row?.transactionId}/pay`)
    const paid = await ask({ token, quantity: 3 })
    expect([paid.statusCode, paid.json()]).toMatchObject([200, { token, status: 'APPROVED', amount: 2000 }])
  },
)

it('by the same way is another code once the time of the one before is over', async () => {
  const old = (await pay({})).json()
  const over = { expiresAt: new Date(Date.now() - 1000).toISOString() }
  await api.database.writer.update(charges).set(over).where(eq(charges.checkoutToken, old.token))
  const answer = await pay({ token: old.token })
  expect(answer.statusCode, answer.body).toBe(201)
  expect(answer.json()).toMatchObject({ status: 'PENDING', pixCode: expect.any(String) })
  expect(answer.json().token).not.toBe(old.token)
  expect(await look(old.token)).toMatchObject({ status: 'REJECTED', pixCode: null })
})

it('by boleto is the same boleto until its last day is over, whatever its hour', async () => {
  const boleto = (token?: string) => pay({ paymentMethod: 'BILLET', ...(token && { token }) })
  const { token } = (await boleto()).json()
  const expire = (expiresAt: string) =>
    api.database.writer.update(charges).set({ expiresAt }).where(eq(charges.checkoutToken, token))
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(new Date())
  await expire(`${today}T00:00:00-03:00`)
  const same = await boleto(token)
  expect([same.statusCode, same.json().token], same.body).toEqual([200, token])
  await expire(new Date(Date.parse(`${today}T00:00:00-03:00`) - 1).toISOString())
  const other = await boleto(token)
  expect(other.statusCode, other.body).toBe(201)
  expect(await look(token)).toMatchObject({ status: 'REJECTED', billetCode: null })
})

it('with another e-mail or address is another code; the same, written otherwise, is not', async () => {
  const { customer } = NEW_CHARGE
  const first = (await pay({ customer, address: ADDRESS })).json()
  const bare = { ...customer, document: customer.document.replace(/\D/g, ''), phone: '11987654321' }
  const written = { ...ADDRESS, zipCode: '01310100', state: 'sp' }
  const same = await pay({ token: first.token, customer: bare, address: written })
  expect([same.statusCode, same.json()]).toEqual([200, first])
  let { token } = first
  for (const change of [
    { customer: { ...customer, email: 'outra@example.com' } },
    { address: { ...ADDRESS, number: '2' } },
  ]) {
    const other = await pay({ token, ...change })
    expect(other.statusCode, other.body).toBe(201)
    expect(await look(token)).toMatchObject({ status: 'REJECTED', pixCode: null })
    ;({ token } = other.json())
  }
})
