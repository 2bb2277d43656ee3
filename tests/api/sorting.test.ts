/** Lists that are read from the oldest on: with every filter and search as from the newest, and as cheaply. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mostRead } from '../support/plans.ts'
import { RECEIVER_ROW } from '../support/receivers.ts'
import { insertMany, startTestApi, type TestApi } from './support.ts'

const CHARGES = 6_000
const OTHERS = 90
const LIMIT = 40
/** Some dozens of look-ups of a page each, however long the list is. */
const MOST_READ = 4_000

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  const db = api.database.writer
  const { platformId } = api.home
  const { id: accountId } = await api.addAccount(api.home, 'ASAAS')
  // Three rows share each moment.
  const at = sql`'2026-01-01'::timestamptz + (i / 3) * interval '1 second'`
  const status = sql`CASE WHEN i % 5 = 0 THEN 'APPROVED' ELSE 'PENDING' END`
  await insertMany(
    api,
    sql`
    INSERT INTO charges (id, platform_id, status, payment_method, provider, amount, order_id, customer, items, checkout_token, created_at, paid_at)
    SELECT gen_random_uuid(), ${platformId}::uuid, ${status}, 'PIX', CASE WHEN i % 2 = 0 THEN 'ASAAS' ELSE 'IUGU' END, i,
      CASE WHEN i % 99 = 0 THEN 'lote' END, json_build_object('name', CASE WHEN i % 60 = 0 THEN 'Rara' ELSE 'Comum' END,
      'email', 'a@b.co', 'document', '52998224725'), '[]', gen_random_uuid()::text, ${at},
      CASE WHEN i % 5 = 0 THEN '2026-02-01'::timestamptz - i * interval '1 minute' END
    FROM generate_series(1, ${CHARGES}::int) i`,
  )
  await insertMany(
    api,
    sql`
    INSERT INTO disbursements (id, platform_id, kind, charge_id, status, method, provider, amount, reference, created_at, approved_at)
    SELECT gen_random_uuid(), ${platformId}::uuid, kind, CASE kind WHEN 'refund' THEN (SELECT id FROM charges LIMIT 1) END,
      ${status}, CASE kind WHEN 'withdrawal' THEN 'PIX' END, 'ASAAS', 1 + i * 7 % 91, kind || '-' || i, ${at},
      CASE WHEN i % 5 = 0 THEN '2026-02-01'::timestamptz - i * interval '1 minute' END
    FROM generate_series(1, ${OTHERS}::int) i CROSS JOIN unnest(ARRAY['refund', 'withdrawal']) kind`,
  )
  const { name, document, documentType, email, address, bankAccount } = RECEIVER_ROW
  await insertMany(
    api,
    sql`
    INSERT INTO receivers (id, platform_id, provider_account_id, provider, name, document, document_type, email, address, bank_account, created_at)
    SELECT gen_random_uuid(), ${platformId}::uuid, ${accountId}::uuid, 'ASAAS', ${name}, ${document}, ${documentType}, ${email},
      ${JSON.stringify(address)}::jsonb, ${JSON.stringify(bankAccount)}::jsonb, ${at}
    FROM generate_series(1, ${OTHERS}::int) i`,
  )
  await db.execute(sql`ANALYZE`)
})
afterAll(() => api?.close())

type Query = Record<string, string>

async function page(path: string, query: Query): Promise<{ ids: string[]; nextCursor: string | null }> {
  const answer = await api.call(api.home.keys.seller, 'GET', `/v1/${path}?${new URLSearchParams(query)}`)
  expect(answer.statusCode, answer.body).toBe(200)
  const { data, nextCursor } = answer.json()
  return { ids: data.map(({ id }: { id: string }) => id), nextCursor }
}

async function walk(path: string, query: Query): Promise<string[]> {
  const { ids, nextCursor } = await page(path, { limit: '100', ...query })
  return nextCursor ? [...ids, ...(await walk(path, { ...query, cursor: nextCursor }))] : ids
}

const FILTERS = [
  ['charges', { createdTo: '2026-01-01T00:01:00Z' }],
  ['charges', { status: 'APPROVED', createdTo: '2026-01-01T00:05:00Z' }],
  ['charges', { provider: 'IUGU', paymentMethod: 'PIX', needsAttention: 'false', createdTo: '2026-01-01T00:02:00Z' }],
  ['charges', { orderId: 'lote' }],
  ['charges', { q: 'rara' }],
  ['charges', { q: 'rara', status: 'APPROVED' }],
  ['refunds', {}],
  ['refunds', { state: 'APPROVED' }],
  ['withdrawals', {}],
  ['withdrawals', { status: 'PENDING', provider: 'ASAAS' }],
  ['withdrawals', { q: 'withdrawal' }],
  ['receivers', {}],
  ['receivers', { status: 'PENDING' }],
  ['receivers', { q: 'souza' }],
] as const satisfies readonly (readonly [string, Query])[]

describe.each(FILTERS)('%s with %o', (path, filter) => {
  it('from the oldest on are those from the newest on, the other way round', async () => {
    const newest = await walk(path, filter)
    expect(newest.length).toBeGreaterThan(10)
    expect(new Set(newest).size).toBe(newest.length)
    expect(await walk(path, { ...filter, sort: 'createdAt' })).toEqual(newest.toReversed())
    expect(await walk(path, { ...filter, sort: '-createdAt' })).toEqual(newest)
  })
})

describe.each(['-createdAt', 'createdAt'])('by %s', (sort) => {
  it.each([
    {},
    { status: 'APPROVED' },
    { status: 'CHARGEBACK' },
    { provider: 'UNKNOWN' },
    { orderId: 'lote' },
    { paymentMethod: 'PIX', needsAttention: 'false' },
  ])('%o reads no more than it has to, on every page', async (filter) => {
    const query: Query = { ...filter, sort, limit: String(LIMIT) }
    const { nextCursor } = await page('charges', query)
    for (const asked of [query, ...(nextCursor ? [{ ...query, cursor: nextCursor }] : [])]) {
      expect(await mostRead(api, /FROM "charges"/, () => page('charges', asked))).toBeLessThan(MOST_READ)
    }
  })
})

describe('charges are ranked', () => {
  const NARROWED: Query = { status: 'APPROVED' }
  /** As they were made: the i-th has the amount i, and of those that were paid the last was paid first. */
  const made = () => walk('charges', { ...NARROWED, sort: 'createdAt' })
  const ranked = (sort: string, query: Query = NARROWED) => walk('charges', { ...query, sort })

  it('by amount, page by page', async () => {
    const amounts = async (ids: string[]) => {
      const { rows } = {
        rows: await api.database.writer.execute<{ id: string; amount: string }>(sql`SELECT id, amount FROM charges`),
      }
      const known = new Map([...rows].map(({ id, amount }) => [id, Number(amount)]))
      return ids.map((id) => known.get(id) ?? 0)
    }
    const rising = await amounts(await ranked('amount'))
    expect(rising).toHaveLength((await made()).length)
    expect(rising).toEqual(rising.toSorted((one, other) => one - other))
    expect(await amounts(await ranked('-amount'))).toEqual(rising.toReversed())
  })

  it('by when they were paid, those that were not last', async () => {
    const query = { orderId: 'lote' }
    const all = await walk('charges', { ...query, sort: 'createdAt' })
    const paid = new Set(await walk('charges', { ...query, status: 'APPROVED' }))
    for (const sort of ['paidAt', '-paidAt']) {
      const found = await ranked(sort, query)
      expect(found.toSorted()).toEqual(all.toSorted())
      expect(found.slice(0, paid.size).every((id) => paid.has(id))).toBe(true)
    }
    const latest = (await ranked('-paidAt', query)).slice(0, paid.size)
    expect((await ranked('paidAt', query)).slice(0, paid.size)).toEqual(latest.toReversed())
  })

  it('with words, too, and not where they are too many', async () => {
    expect((await ranked('-amount', { q: 'rara' })).length).toBeGreaterThan(10)
    const answer = await api.call(api.home.keys.seller, 'GET', '/v1/charges?sort=-amount')
    expect(answer.json()).toMatchObject({ status: 422, errors: [{ path: '/sort', rule: 'tooMany' }] })
  })

  it.each([
    ['amount', '-createdAt'],
    ['-createdAt', 'amount'],
  ])('and a cursor of %s is none of %s', async (from, to) => {
    const { nextCursor } = await page('charges', { ...NARROWED, sort: from, limit: '1' })
    const query = new URLSearchParams({ ...NARROWED, sort: to, cursor: nextCursor ?? '' })
    const answer = await api.call(api.home.keys.seller, 'GET', `/v1/charges?${query}`)
    expect(answer.json()).toMatchObject({ status: 400, errors: [{ path: '/cursor' }] })
  })
})

describe.each(['refunds', 'withdrawals'])('%s are ranked', (path) => {
  interface Row {
    id: string
    amount: number
    approvedAt: string | null
  }
  async function ranked(query: Query): Promise<Row[]> {
    const answer = await api.call(api.home.keys.seller, 'GET', `/v1/${path}?${new URLSearchParams(query)}`)
    expect(answer.statusCode, answer.body).toBe(200)
    const { data, nextCursor } = answer.json()
    return nextCursor ? [...data, ...(await ranked({ ...query, cursor: nextCursor }))] : data
  }

  it('by amount, page by page', async () => {
    const rising = (await ranked({ sort: 'amount', limit: '40' })).map(({ amount }) => amount)
    expect(rising).toHaveLength(OTHERS)
    expect(rising).toEqual(rising.toSorted((one, other) => one - other))
    const falling = (await ranked({ sort: '-amount', limit: '40' })).map(({ amount }) => amount)
    expect(falling).toEqual(rising.toReversed())
  })

  it('by when they were carried out, those that were not last', async () => {
    const moments = async (sort: string) => (await ranked({ sort, limit: '40' })).map(({ approvedAt }) => approvedAt)
    const first = await moments('approvedAt')
    const done = first.filter((at) => at !== null)
    expect(done).toHaveLength(OTHERS / 5)
    expect(first.slice(0, done.length)).toEqual(done.toSorted())
    expect((await moments('-approvedAt')).slice(0, done.length)).toEqual(done.toSorted().toReversed())
  })

  it('with words and filters, too', async () => {
    const found = await ranked({ sort: '-amount', provider: 'ASAAS', createdTo: '2026-01-01T00:00:10Z' })
    expect(found.length).toBeGreaterThan(10)
    expect(found.map(({ amount }) => amount)).toEqual(found.map(({ amount }) => amount).toSorted((a, b) => b - a))
  })

  it('and a cursor of another order is none', async () => {
    const answer = await api.call(api.home.keys.seller, 'GET', `/v1/${path}?sort=amount&limit=1`)
    const query = new URLSearchParams({ sort: '-createdAt', cursor: answer.json().nextCursor })
    const other = await api.call(api.home.keys.seller, 'GET', `/v1/${path}?${query}`)
    expect(other.json()).toMatchObject({ status: 400, errors: [{ path: '/cursor' }] })
  })
})

it('refunds and withdrawals are not ranked where they are too many', async () => {
  await insertMany(
    api,
    sql`
    INSERT INTO disbursements (id, platform_id, kind, charge_id, status, method, provider, amount, reference, created_at)
    SELECT gen_random_uuid(), ${api.home.platformId}::uuid, kind, CASE kind WHEN 'refund' THEN (SELECT id FROM charges LIMIT 1) END,
      'PENDING', CASE kind WHEN 'withdrawal' THEN 'PIX' END, 'ASAAS', i, kind || '-many-' || i, '2025-01-01'
    FROM generate_series(1, 5001) i CROSS JOIN unnest(ARRAY['refund', 'withdrawal']) kind`,
  )
  for (const path of ['refunds', 'withdrawals']) {
    const answer = await api.call(api.home.keys.seller, 'GET', `/v1/${path}?sort=-amount`)
    expect(answer.json()).toMatchObject({ status: 422, errors: [{ path: '/sort', rule: 'tooMany' }] })
    expect((await page(path, { sort: '-amount', createdFrom: '2026-01-01T00:00:00Z' })).ids).not.toEqual([])
  }
})

it.each(['refunds?sort=paidAt', 'receivers?sort=amount', 'charges?sort=approvedAt', 'charges?sort=status'])(
  '%s is none of the contract',
  async (path) => {
    const answer = await api.call(api.home.keys.seller, 'GET', `/v1/${path}`)
    expect(answer.json()).toMatchObject({ status: 400, errors: [{ path: '/sort' }] })
  },
)
