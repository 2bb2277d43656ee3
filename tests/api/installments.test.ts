import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

const ask = (query: string) => api.call(api.home.keys.seller, 'GET', `/v1/installments?${query}`)

it("offers what the platform's table has a price for", async () => {
  const free = await ask('amount=10000&numberOfInstallments=4&maxInstallmentsWithoutInterest=2&minInstallmentValue=500')
  expect(free.json().data).toHaveLength(2)

  const path = `/v1/platforms/${api.home.platformId}`
  const payload = { installmentFees: [0, 2.99, 4.5] }
  const changed = await api.call(api.home.keys.admin, 'PATCH', path, { payload })
  expect(changed.json()).toMatchObject(payload)
  const priced = await ask(
    'amount=10000&numberOfInstallments=4&maxInstallmentsWithoutInterest=2&minInstallmentValue=500',
  )
  expect(priced.json()).toEqual({
    data: [
      { installmentNumber: 1, installmentValue: 10000, finalValue: 10000 },
      { installmentNumber: 2, installmentValue: 5000, finalValue: 10000 },
      { installmentNumber: 3, installmentValue: 3483, finalValue: 10450 },
    ],
  })
})

it.each([
  '',
  'amount=0&numberOfInstallments=3',
  'amount=100&numberOfInstallments=0',
  'amount=x&numberOfInstallments=1',
])('"%s" is no question', async (query) => expect((await ask(query)).statusCode).toBe(400))
