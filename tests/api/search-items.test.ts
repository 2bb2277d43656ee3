/** A charge is found by what was sold. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from './support.ts'

const item = (title: string) => ({ title, unitPrice: 2500 as never, quantity: 1, tangible: true })
const customer = { name: 'Íris Gonçalves', email: 'iris@shop.example', document: '11144477735' }

let api: TestApi
let id: string
beforeAll(async () => {
  api = await startTestApi()
  const wanted = { customer, items: [item('Pão de queijo mineiro'), item('Café torrado 250g')] }
  id = (await api.addCharge(api.home, wanted)).id
  await api.addCharge(api.home)
  await api.addCharge(api.other, wanted)
})
afterAll(() => api?.close())

async function idsOf(q: string): Promise<string[]> {
  const answer = await api.call(api.home.keys.seller, 'GET', `/v1/charges?${new URLSearchParams({ q })}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data.map((charge: { id: string }) => charge.id)
}

it.each(['pão de queijo', 'pao mineiro', 'CAFE 250g', 'torr iris'])('is found by "%s"', async (q) => {
  expect(await idsOf(q)).toEqual([id])
})

it('is not found by what is sold elsewhere', async () => {
  expect(await idsOf('pao torrado camiseta')).toEqual([])
})

it('has at most a thousand characters of its titles among its words', async () => {
  const titles = Array.from({ length: 100 }, (_, at) => item(`peça${at} ${'x'.repeat(90)}`))
  const long = await api.addCharge(api.home, { items: titles })
  const found = await Promise.all(titles.map(async ({ title }) => (await idsOf(title.slice(0, 7))).includes(long.id)))
  expect(found.filter(Boolean).length).toBeGreaterThan(5)
  expect(found.filter(Boolean).length).toBeLessThan(25)
})

it('is not found by them once its buyer, who is named there, is erased', async () => {
  const buyer = { name: 'Zuleide Prado', email: 'zu@shop.example', document: '15350946056' }
  const { customerId } = await api.addCharge(api.home, {
    customer: buyer,
    items: [item('Retrato de Zuleide Prado')],
    status: 'REJECTED',
  })
  expect(await idsOf('retrato zuleide')).toHaveLength(1)
  expect((await api.call(api.home.keys.operator, 'DELETE', `/v1/customers/${customerId}`)).statusCode).toBe(204)
  expect(await idsOf('zuleide')).toEqual([])
  expect(await idsOf('retrato')).toHaveLength(1)
})
