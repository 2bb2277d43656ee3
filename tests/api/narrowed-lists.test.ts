/** Refunds by method, disputes by provider and amount, customers by their last charge and by what they paid: right, and as cheap in a long list. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mostRead } from '../support/plans.ts'
import { insertMany, startTestApi, type TestApi } from './support.ts'

const ROWS = 6_000
const CUSTOMERS = 40
const LIMIT = 20
/** Some dozens of look-ups of a page each, however long the list is. */
const MOST_READ = 3_000

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  const { platformId } = api.home
  const at = sql`'2026-01-01'::timestamptz + i * interval '1 minute'`
  // A customer's number is the last of their charges' order too; of each their third charge was never paid, and one is in dollars.
  await insertMany(
    api,
    sql`
    INSERT INTO charges (id, platform_id, status, payment_method, provider, amount, currency, order_id, customer, items, checkout_token, created_at, paid_at)
    SELECT gen_random_uuid(), ${platformId}::uuid, 'APPROVED', CASE WHEN i % 1000 = 1 THEN 'BILLET' ELSE 'PIX' END, 'ASAAS', i,
      CASE WHEN i = 5 THEN 'USD' ELSE 'BRL' END, 'o-' || i,
      json_build_object('name', 'Cliente ' || i % ${CUSTOMERS}::int, 'email', i % ${CUSTOMERS}::int || '@b.co', 'document', ''), '[]',
      gen_random_uuid()::text, ${at}, CASE WHEN i % 3 > 0 THEN ${at} END
    FROM generate_series(1, ${ROWS}::int) i`,
  )
  await insertMany(
    api,
    sql`
    INSERT INTO disbursements (id, platform_id, kind, charge_id, status, provider, amount, created_at)
    SELECT gen_random_uuid(), ${platformId}::uuid, 'refund', id, 'APPROVED', 'ASAAS', amount, created_at FROM charges`,
  )
  await insertMany(
    api,
    sql`
    INSERT INTO disputes (id, platform_id, charge_id, provider, kind, amount, currency, opened_at)
    SELECT gen_random_uuid(), ${platformId}::uuid, id, CASE WHEN amount % 500 = 0 THEN 'IUGU' ELSE 'ASAAS' END, 'MED', amount * 7 % 3001, currency, created_at
    FROM charges`,
  )
  await api.database.writer.execute(sql`ANALYZE`)
})
afterAll(() => api?.close())

type Query = Record<string, string>
type Row = { id: string; amount: number; name: string; provider: string | null; paymentMethod: string | null }

const ask = (path: string, query: Query) =>
  api.call(api.home.keys.seller, 'GET', `/v1/${path}?${new URLSearchParams(query)}`)

async function walk<Kind = Row>(path: string, query: Query): Promise<Kind[]> {
  const answer = await ask(path, { limit: '7', ...query })
  expect(answer.statusCode, answer.body).toBe(200)
  const { data, nextCursor } = answer.json()
  return nextCursor ? [...data, ...(await walk<Kind>(path, { ...query, cursor: nextCursor }))] : data
}

const total = async (path: string, query: Query): Promise<number> =>
  (await ask(`${path}/totals`, query)).json().total.count

describe('refunds', () => {
  it('of a method are those whose charge was paid so', async () => {
    const found = await walk('refunds', { paymentMethod: 'BILLET' })
    expect(found.map(({ amount, paymentMethod }) => [amount, paymentMethod])).toEqual(
      [5001, 4001, 3001, 2001, 1001, 1].map((amount) => [amount, 'BILLET']),
    )
    expect(await total('refunds', { paymentMethod: 'BILLET' })).toBe(6)
    expect(await walk('refunds', { paymentMethod: 'CREDIT_CARD' })).toEqual([])
    expect((await ask('refunds', { paymentMethod: 'CASH' })).statusCode).toBe(400)
  })
})

describe('disputes', () => {
  it('say how their charge was paid, and are narrowed to a provider', async () => {
    const found = await walk('disputes', { provider: 'IUGU' })
    expect(found.map(({ provider }) => provider)).toEqual(Array.from({ length: 12 }, () => 'IUGU'))
    expect(new Set(found.map(({ paymentMethod }) => paymentMethod))).toEqual(new Set(['PIX']))
    expect(await total('disputes', { provider: 'IUGU' })).toBe(12)
    expect(await walk('disputes', { provider: 'UNKNOWN' })).toEqual([])
  })

  it('are ranked by amount, page by page', async () => {
    const amounts = async (sort: string) =>
      (await walk('disputes', { provider: 'IUGU', sort })).map(({ amount }) => amount)
    const rising = await amounts('amount')
    expect(rising).toHaveLength(12)
    expect(rising).toEqual(rising.toSorted((one, other) => one - other))
    expect(await amounts('-amount')).toEqual(rising.toReversed())
    expect((await ask('disputes', { sort: 'amount' })).json()).toMatchObject({ status: 422 })
  })
})

describe('customers', () => {
  interface Customer {
    lastChargeAt: string
    totals: { currency: string; approvedAmount: number }[]
  }
  const inReais = ({ totals }: Customer) => totals.find(({ currency }) => currency === 'BRL')?.approvedAmount ?? 0

  it.each([
    ['lastChargeAt', ({ lastChargeAt }: Customer) => Date.parse(lastChargeAt)],
    ['approvedAmount', inReais],
  ] as const)('are ranked by %s, page by page', async (sort, rankOf) => {
    const values = async (order: string) => (await walk<Customer>('customers', { sort: order })).map(rankOf)
    const rising = await values(sort)
    expect(rising).toHaveLength(CUSTOMERS)
    expect(new Set(rising).size).toBeGreaterThan(CUSTOMERS / 2)
    expect(rising).toEqual(rising.toSorted((one, other) => one - other))
    expect(await values(`-${sort}`)).toEqual(rising.toReversed())
    const [first] = await walk<Customer>('customers', { sort: `-${sort}`, q: 'cliente' })
    expect(first && rankOf(first)).toBe(rising.at(-1))
  })

  it('have cursors that go on with the order that they come from', async () => {
    const { nextCursor } = (await ask('customers', { sort: 'lastChargeAt', limit: '2' })).json()
    expect((await ask('customers', { sort: 'approvedAmount', cursor: nextCursor })).statusCode).toBe(400)
  })

  it('who have more charges than are added up are not ranked by what they paid', async () => {
    const { platformId, customerId, customer, checkoutToken } = await api.addCharge(api.other)
    await api.database.writer.transaction(async (tx) => {
      // Without triggers, which take most of the time that so many take.
      await tx.execute(sql`SET LOCAL session_replication_role = replica`)
      await tx.execute(sql`
        INSERT INTO charges (id, platform_id, payment_method, amount, customer_id, customer, items, checkout_token)
        SELECT gen_random_uuid(), ${platformId}::uuid, 'PIX', 1, ${customerId}::uuid, ${JSON.stringify(customer)}::jsonb, '[]', ${checkoutToken} || i
        FROM generate_series(1, 50000) i`)
    })
    const ranked = (sort: string) => api.call(api.other.keys.seller, 'GET', `/v1/customers?sort=${sort}`)
    expect((await ranked('-approvedAmount')).json()).toMatchObject({
      status: 422,
      errors: [{ path: '/sort', rule: 'tooMany' }],
    })
    expect((await ranked('-lastChargeAt')).json().data).toHaveLength(1)
  })
})

it.each([
  ['refunds', { paymentMethod: 'CREDIT_CARD' }],
  ['refunds', { paymentMethod: 'BILLET' }],
  ['refunds', { state: 'APPROVED' }],
  ['disputes', { provider: 'UNKNOWN' }],
  ['disputes', { provider: 'IUGU' }],
  ['disputes', { state: 'OPEN' }],
] as const satisfies readonly (readonly [string, Query])[])('%s with %o read few rows', async (path, query) => {
  const table = path === 'refunds' ? /FROM "disbursements"/ : /FROM "disputes"/
  expect(await mostRead(api, table, () => ask(path, { ...query, limit: String(LIMIT) }))).toBeLessThan(MOST_READ)
})
