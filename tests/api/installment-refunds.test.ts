/** A card sale in installments, at a provider that gives all of them back together. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADDRESS, type ChargingApi, NEW_CARD, NEW_CHARGE, startChargingApi } from './charging.ts'

let api: ChargingApi
beforeAll(async () => {
  api = await startChargingApi()
  await api.connect('ASAAS')
  const payload = { installmentFees: [0, 0, 0], maxInstallmentsWithoutInterest: 3 }
  await api.call(api.home.keys.admin, 'PATCH', `/v1/platforms/${api.home.platformId}`, { payload })
})
afterAll(() => api?.close())

const post = (path: string, payload: object) => api.call(api.home.keys.seller, 'POST', path, { payload })
const get = async (path: string) => (await api.call(api.home.keys.seller, 'GET', path)).json()

async function sale(installments: number): Promise<string> {
  const { cardId } = (await post('/v1/cards', NEW_CARD)).json()
  const charge = { ...NEW_CHARGE, paymentMethod: 'CREDIT_CARD', address: ADDRESS, cardId, installments, amount: 60_000 }
  const made = await post('/v1/charges', { ...charge, customerIp: '203.0.113.1' })
  expect(made.json()).toMatchObject({ status: 'APPROVED', installments })
  return made.json().id
}
const refund = (id: string, payload: object) => post(`/v1/charges/${id}/refunds`, payload)

it('of three installments a part is refused before a refund is made, and all of them go back', async () => {
  const id = await sale(3)
  const { amount } = await get(`/v1/charges/${id}`)
  const part = await refund(id, { amount: 100 })
  expect(part.json()).toMatchObject({
    status: 422,
    code: 'method_not_supported',
    detail: 'Method not implemented.',
    errors: [{ path: '/amount', rule: 'refundInstallmentsWhole' }],
  })
  expect((await get(`/v1/charges/${id}/refunds`)).data).toEqual([])
  expect((await refund(id, {})).json()).toMatchObject({ status: expect.any(Boolean), amount })
})

it('of a card charged at once a part goes back', async () => {
  const id = await sale(1)
  expect((await refund(id, { amount: 100 })).statusCode).toBe(201)
})
