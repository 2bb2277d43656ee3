/** What befalls one installment of a card's charge befalls the charge, at a provider that knows each installment as a payment of its own. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { askingAs, PATIENCE } from './asking.ts'
import { ADDRESS, type ChargingApi, NEW_CARD, NEW_CHARGE, startChargingApi } from './charging.ts'

let api: ChargingApi
let account: { id: string; token: string }
beforeAll(async () => {
  api = await startChargingApi()
  account = await api.connect('ASAAS')
  await api.control('PUT', '/webhook-addresses/ASAAS', { url: 'http://127.0.0.1:1/' })
  const payload = { maxInstallmentsWithoutInterest: 3 }
  await api.call(api.home.keys.admin, 'PATCH', `/v1/platforms/${api.home.platformId}`, { payload })
})
afterAll(() => api?.close())

const { call, get, untilCharge } = askingAs('operator', () => api)

interface Notice {
  event: string
  payment: { id: string; installmentNumber: number }
}

/** Plays it at the provider. @returns the notice, as the provider words it. */
async function play(transactionId: string, action: string): Promise<Notice> {
  await api.control('POST', `/transactions/ASAAS/${transactionId}/${action}`)
  const path = `/webhooks?provider=ASAAS&transaction=${transactionId}`
  const { data } = await api.control<{ data: { body: string }[] }>('GET', path)
  return JSON.parse(data[0]?.body ?? '{}')
}

async function hear(payload: object): Promise<void> {
  const fake = api.sandbox.accounts.find(({ provider }) => provider === 'ASAAS')
  const headers = { 'asaas-access-token': fake?.webhookSecret ?? '' }
  const url = `/webhooks/asaas/${account.token}`
  expect((await api.app.inject({ method: 'POST', url, payload, headers })).statusCode).toBe(200)
}

async function chargedInThree(): Promise<{ id: string; transactionId: string }> {
  const cardOf = { ...NEW_CARD, providerAccountId: account.id }
  const { cardId } = (await call('POST', '/v1/cards', cardOf)).json()
  const plan = { paymentMethod: 'CREDIT_CARD', cardId, installments: 3, address: ADDRESS, customerIp: '203.0.113.7' }
  const made = (await call('POST', '/v1/charges', { ...NEW_CHARGE, ...plan, providerAccountId: account.id })).json()
  expect(made).toMatchObject({ status: 'APPROVED', installments: 3 })
  return made
}

it('a chargeback of the last installment opens a dispute of the charge, and no payment of its own', async () => {
  const { id, transactionId } = await chargedInThree()
  const notice = await play(transactionId, 'chargeback')
  expect(notice).toMatchObject({ event: 'PAYMENT_CHARGEBACK_REQUESTED', payment: { installmentNumber: 3 } })
  expect(notice.payment.id).not.toBe(transactionId)
  await hear(notice)
  await untilCharge(id, { status: 'CHARGEBACK' })
  expect((await get(`/v1/disputes?chargeId=${id}`)).data).toMatchObject([{ state: 'OPEN' }])
  const { data } = await get(`/v1/charges/${id}/payments`)
  expect(data).toMatchObject([{ transactionId, state: 'CHARGEBACK', amount: 5_000 }])
  // It is written down as delivered after it was.
  const stored = async () => (await get(`/v1/webhook-events?chargeId=${id}`)).data
  await expect.poll(stored, PATIENCE).toMatchObject([{ state: 'delivered', transactionId }])
}, 120_000)

it('one that names an unknown charge waits, and touches none', async () => {
  const { id, transactionId } = await chargedInThree()
  const { event, payment } = await play(transactionId, 'chargeback')
  await hear({ event, payment: { ...payment, externalReference: 'f'.repeat(32) } })
  const stateOf = async () => (await get(`/v1/webhook-events?provider=ASAAS&state=pending`)).data
  await expect.poll(stateOf, PATIENCE).toMatchObject([{ detail: 'No charge has this transaction yet' }])
  expect(await get(`/v1/charges/${id}`)).toMatchObject({ status: 'APPROVED' })
}, 120_000)
