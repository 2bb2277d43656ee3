/** What a buyer is told of the mail with their boleto, where a mail server or the local mailbox has it, and where neither does. */
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '../../api/app.ts'
import { ADDRESS, type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'

let api: ChargingApi
let token: string
beforeAll(async () => {
  api = await startChargingApi()
  await api.connect('PAGUESAFE')
  const link = await api.call(api.home.keys.seller, 'POST', '/v1/payment-links', { payload: { amount: 1990 } })
  const slug = link.json().url.split('/buy/')[1]
  const bought = await api.call(null, 'POST', `/v1/checkout/pages/${slug}/charges`, {
    payload: { customer: NEW_CHARGE.customer, address: ADDRESS, paymentMethod: 'BILLET' },
    headers: { 'idempotency-key': uuidv7() },
  })
  expect(bought.statusCode, bought.body).toBe(201)
  token = bought.json().token
})
afterAll(() => api?.close())

const MAIL = { url: 'smtp://127.0.0.1:9', from: 'recibos@trilho.example' }

it.each([
  ['a mail server alone', { mail: MAIL, sandboxUrl: undefined }, true],
  ['the local mailbox alone', { mail: undefined }, true],
  ['neither', { mail: undefined, sandboxUrl: undefined }, false],
])('with %s', async (_, changes, mailed) => {
  const { settings, database, temporal } = api
  const app = await buildApp({ settings: { ...settings, ...changes }, database, temporal })
  const view = await app.inject({ method: 'GET', url: `/v1/checkout/${token}` })
  await app.close()
  expect(view.json()).toMatchObject({ mailed })
})
