/** Every provider of the catalogue, chosen in the running product: charged by each of its methods and paid. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentMethod } from '../../domain/payment-method.ts'
import { providers } from '../../providers/index.ts'
import { startProduct, type TestProduct } from '../support/product.ts'

let product: TestProduct
let accountIds: ReadonlyMap<string, string>
beforeAll(async () => {
  product = await startProduct()
  const { body } = await product.call<{ data: { id: string; provider: string }[] }>(
    'GET',
    '/v1/provider-accounts?limit=100',
  )
  accountIds = new Map(body.data.map(({ id, provider }) => [provider, id]))
})
afterAll(() => product?.close())

interface Charge {
  id: string
  status: string
  provider: string
  transactionId: string
  pixCode: string | null
  billetCode: string | null
  billetUrl: string | null
}

const AMOUNT = 12_345
const CUSTOMER = { name: 'Bia Compradora', email: 'bia@example.com', document: '52998224725', phone: '11987654321' }
const ADDRESS = {
  zipCode: '01310100',
  address: 'Avenida Paulista',
  number: '1000',
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
}

async function createCharge(code: string, paymentMethod: PaymentMethod): Promise<Charge> {
  const created = await product.call<Charge>('POST', '/v1/charges', {
    amount: AMOUNT,
    paymentMethod,
    providerAccountId: accountIds.get(code),
    items: [{ title: 'Caneca', unitPrice: AMOUNT, quantity: 1, tangible: true }],
    customer: CUSTOMER,
    address: ADDRESS,
  })
  expect(created, product.output()).toMatchObject({ status: 201, body: { provider: code } })
  return created.body
}

async function statusOf({ id }: Charge): Promise<string> {
  return (await product.call<Charge>('GET', `/v1/charges/${id}`)).body.status
}

const rows = Object.values(providers).flatMap(({ code, capabilities }) =>
  capabilities.paymentMethods.filter((method) => method === 'PIX').map((method) => ({ code, method })),
)

describe.each(rows)('$code by $method', ({ code, method }) => {
  test('is charged, paid and approved', async () => {
    const charge = await createCharge(code, method)
    await product.sandbox.act({ provider: code, id: charge.transactionId }, 'pay')
    await expect.poll(() => statusOf(charge), { timeout: 20_000 }).toBe('APPROVED')
  })
})
