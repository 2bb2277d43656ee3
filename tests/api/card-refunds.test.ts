/** CELCOIN gives back what a card has paid, whole, and says only that it is going to: its charge tells once it has. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADDRESS, type ChargingApi, NEW_CARD, NEW_CHARGE, startChargingApi } from './charging.ts'

const PATIENCE = { timeout: 60_000 }

let api: ChargingApi
beforeAll(async () => {
  api = await startChargingApi()
  await api.connect('CELCOIN')
  await api.control('PUT', '/faults/CELCOIN/*', { fault: 'refundInProgress', times: 0 })
})
afterAll(() => api?.close())

const post = (path: string, payload: object) => api.call(api.home.keys.seller, 'POST', path, { payload })
const get = async (path: string) => (await api.call(api.home.keys.seller, 'GET', path)).json()

async function byCard(): Promise<object> {
  const { cardId } = (await post('/v1/cards', NEW_CARD)).json()
  return { paymentMethod: 'CREDIT_CARD', cardId, address: ADDRESS, customerIp: '203.0.113.1' }
}

async function sale(payment: object): Promise<{ id: string; transactionId: string }> {
  const { id } = (await post('/v1/charges', { ...NEW_CHARGE, ...payment })).json()
  const { status, transactionId } = await get(`/v1/charges/${id}`)
  if (status === 'PENDING') await api.control('POST', `/transactions/CELCOIN/${transactionId}/pay`)
  await expect.poll(async () => (await get(`/v1/charges/${id}`)).status, PATIENCE).toBe('APPROVED')
  return get(`/v1/charges/${id}`)
}
const refund = (id: string, payload: object = {}) => post(`/v1/charges/${id}/refunds`, payload)

it('a refund in progress is APPROVED once it is done', async () => {
  const { id, transactionId } = await sale(await byCard())
  expect((await refund(id)).statusCode).toBe(201)
  const read = async () => (await get(`/v1/charges/${id}/refunds`)).data[0]?.status
  expect(await read()).toBe(false)
  await api.control('POST', `/refunds/CELCOIN/${transactionId}/settle`)
  await expect.poll(read, PATIENCE).toBe(true)
  expect(await get(`/v1/charges/${id}`)).toMatchObject({ status: 'REFUNDED', refundedAmount: NEW_CHARGE.amount })
})

it.each([
  ['a part', byCard, { amount: 100 }],
  ['a Pix', async () => ({}), {}],
])('%s is refused', async (_what, payment, payload) => {
  const { id } = await sale(await payment())
  expect((await refund(id, payload)).json()).toMatchObject({ detail: 'Method not implemented.' })
})
