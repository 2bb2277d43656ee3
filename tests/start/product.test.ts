/** The seeded product as real processes: every demo account works, and a killed part comes back without losing a charge. */
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { charged } from '../support/made.ts'
import { type ProductOfProcesses, startProduct } from '../support/product.ts'

let product: ProductOfProcesses
let sql: postgres.Sql
beforeAll(async () => {
  product = await startProduct()
  sql = postgres(product.addresses.database, { max: 1 })
})
afterAll(async () => {
  await sql?.end()
  await product?.close()
})

interface Charge {
  id: string
  status: string
  provider: string
  transactionId: string
  pixCode: string
}

async function createCharge(provider: string): Promise<Charge> {
  const charge = await charged<Charge>(product, {
    amount: 12_345,
    paymentMethod: 'PIX',
    providerAccountId: await product.accountAt(provider),
    items: [{ title: 'Caneca', unitPrice: 12_345, quantity: 1, tangible: true }],
    customer: { name: 'Bia Compradora', email: 'bia@example.com', document: '52998224725', phone: '11987654321' },
  })
  expect(charge).toMatchObject({ status: 'PENDING', provider })
  return charge
}

const statusOf = async ({ id }: Charge) => (await product.call<Charge>('GET', `/v1/charges/${id}`)).body.status

/** Whatever becomes of it is told by a webhook first: no reading of it is under way, and none is due soon. */
async function leaveUnread({ id }: Charge): Promise<void> {
  const putOff = async () => {
    const { count } = await sql`
      UPDATE readings SET next_read_at = now() + interval '1 hour'
       WHERE kind = 'charge' AND id = ${id} AND lease_until IS NULL`
    return count
  }
  await expect.poll(putOff).toBe(1)
}

test.each(['ASAAS', 'MERCADOPAGO', 'ZENDRY', 'TREEAL', 'PAGUESAFE'])(
  '%s: a charge paid by webhook',
  async (provider) => {
    const charge = await createCharge(provider)
    const [transaction] = (await product.sandbox.transactions({ provider })).filter(
      ({ id }) => id === charge.transactionId,
    )
    expect(transaction?.amount).toBe(12_345)
    await leaveUnread(charge)
    await product.sandbox.act({ provider, id: charge.transactionId }, 'pay')
    await expect.poll(() => statusOf(charge)).toBe('APPROVED')
    const events = await product.call<{ data: { to: string | null; cause: string }[] }>(
      'GET',
      `/v1/charges/${charge.id}/events`,
    )
    expect(events.body.data.find(({ to }) => to === 'APPROVED')?.cause).toBe('webhook')
  },
)

test('an answer that got lost is a line of the log, with neither a stack nor a token', async () => {
  await product.sandbox.setFault('ASAAS', 'createTransaction', { fault: 'commitThenDrop' })
  const charge = await createCharge('ASAAS')
  const told = () =>
    product
      .output()
      .split('\n')
      .filter((line) => line.includes(`charge/${charge.id}`) && line.includes('attemptCharge'))
  await expect.poll(told).toHaveLength(1)
  const [line = ''] = told()
  expect(JSON.parse(line.slice(line.indexOf('{')))).toMatchObject({
    msg: 'Activity failed',
    activityType: 'attemptCharge',
    kind: 'OutcomeUnknown',
    reason: expect.any(String),
  })
  expect(line).not.toMatch(/taskToken|stack|node_modules/)
})

test.each(['worker', 'api', 'temporal', 'sandbox'] as const)('%s killed and started again', async (name) => {
  const service = product.services[name]
  const charge = await createCharge('ASAAS')
  await service?.kill()
  expect(service?.pid).toBeUndefined()
  await service?.start()
  await expect
    .poll(() => product.sandbox.act({ provider: 'ASAAS', id: charge.transactionId }, 'pay').then(() => 'paid', String))
    .toBe('paid')
  await expect.poll(() => statusOf(charge)).toBe('APPROVED')
})
