/** Charges by the day on which they were paid: a page reads few rows among many, whatever PostgreSQL believes of its tables. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mostRead } from '../support/plans.ts'
import { insertMany, startTestApi, type TestApi } from './support.ts'

const ROWS = 12_000
const LIMIT = 20
/** Some dozens of look-ups of a page each, however many were paid. */
const MOST_READ = 3_000
/** A search looks at 2,000 of the last paid and at 2,000 of each word, and each of them up by its id. */
const MOST_SEARCHED = 20_500

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

/** Of every three two are paid, a day after they were made; the first tenth, by boleto, half a year after. */
const fill = () =>
  insertMany(
    api,
    sql`
    INSERT INTO charges (id, platform_id, status, payment_method, provider, amount, order_id, customer, items, checkout_token, created_at, paid_at)
    SELECT gen_random_uuid(), ${api.home.platformId}::uuid, CASE WHEN i % 3 > 0 THEN 'APPROVED' ELSE 'PENDING' END,
      CASE WHEN i <= ${ROWS / 10}::int THEN 'BILLET' ELSE 'PIX' END, CASE WHEN i % 3000 = 1 THEN 'IUGU' ELSE 'ASAAS' END, i, 'pedido-' || i,
      json_build_object('name', 'Comum' || CASE WHEN i % 4000 = 1 THEN ' Raro' ELSE '' END, 'email', 'a@b.co', 'document', lpad((i % 2000)::text, 11, '7')),
      '[]', gen_random_uuid()::text, '2026-01-01'::timestamptz + i * interval '5 minutes',
      CASE WHEN i % 3 > 0 THEN '2026-01-01'::timestamptz + i * interval '5 minutes' + CASE WHEN i <= ${ROWS / 10}::int THEN interval '180 days' ELSE interval '1 day' END END
    FROM generate_series(1, ${ROWS}::int) i`,
  )

type Query = Record<string, string>
type Row = { amount: number; paidAt: string }

async function page(query: Query): Promise<{ data: Row[]; nextCursor: string | null }> {
  const answer = await api.call(api.home.keys.seller, 'GET', `/v1/charges?${new URLSearchParams(query)}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

const EVER: Query = { paidFrom: '2026-01-01' }
const MONTH: Query = { paidFrom: '2026-01-05', paidTo: '2026-02-04' }

const FILTERS: readonly Query[] = [
  {},
  { status: 'APPROVED' },
  { status: 'CHARGEBACK' },
  { provider: 'IUGU' },
  { provider: 'UNKNOWN' },
  { paymentMethod: 'BILLET' },
  { paymentMethod: 'CREDIT_CARD', needsAttention: 'false' },
  { needsAttention: 'true' },
  { orderId: 'pedido-77' },
  { currency: 'USD' },
  { figure: 'approved' },
  { figure: 'refunded' },
  { figure: 'chargebacks' },
  { reason: 'insufficientFunds' },
  { createdTo: '2026-01-04' },
]

describe.each(['statistics of empty tables', 'true statistics'] as const)('with %s', (what) => {
  beforeAll(async () => {
    const db = api.database.writer
    if (what === 'true statistics') return void (await db.execute(sql`ANALYZE`))
    for (const table of ['charges', 'search_documents', 'search_words'])
      await db.execute(sql.raw(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`))
    await db.execute(sql`ANALYZE`)
    await fill()
  })

  describe.each([EVER, MONTH])('paid in %o', (period) => {
    it.each(FILTERS)('%o reads no more than it has to, on every page and either way round', async (filter) => {
      for (const sort of ['-paidAt', 'paidAt']) {
        const query: Query = { ...period, ...filter, sort, limit: String(LIMIT) }
        const { nextCursor } = await page(query)
        for (const asked of [query, ...(nextCursor ? [{ ...query, cursor: nextCursor }] : [])])
          expect(await mostRead(api, /FROM "charges"/, () => page(asked))).toBeLessThan(MOST_READ)
      }
    })

    it.each(['comum', 'raro', 'nenhum', 'pedido-77'])('so does a search for %s', async (q) => {
      for (const filter of [{}, { provider: 'IUGU' }, { paymentMethod: 'BILLET' }]) {
        const read = mostRead(api, /search_documents|search_words/, async () => {
          const query = new URLSearchParams({ ...period, ...filter, q })
          const answer = await api.call(api.home.keys.seller, 'GET', `/v1/charges?${query}`)
          expect([200, 422], answer.body).toContain(answer.statusCode)
        })
        expect(await read).toBeLessThan(MOST_SEARCHED)
      }
    })
  })
})

describe('many that were paid', () => {
  it('come page by page, each once and in order, also where they were made long before', async () => {
    const walk = async (query: Query): Promise<Row[]> => {
      const { data, nextCursor } = await page({ ...query, limit: '100' })
      return nextCursor ? [...data, ...(await walk({ ...query, cursor: nextCursor }))] : data
    }
    const found = await walk({ paidFrom: '2026-06-01' })
    expect(found).toHaveLength((ROWS / 10 / 3) * 2)
    expect(found.map(({ amount }) => amount)).toEqual(
      found.map(({ amount }) => amount).toSorted((one, other) => other - one),
    )
    expect(new Set(found.map(({ amount }) => amount)).size).toBe(found.length)
    expect(await walk({ paidFrom: '2026-06-01', q: 'comum' })).toEqual(found)
  })

  it('are not ranked by anything else', async () => {
    const ranked = (sort: string) =>
      api.call(api.home.keys.seller, 'GET', `/v1/charges?${new URLSearchParams({ ...EVER, sort })}`)
    expect((await ranked('-paidAt')).statusCode).toBe(200)
    for (const sort of ['-createdAt', '-amount'])
      expect((await ranked(sort)).json()).toMatchObject({ status: 422, errors: [{ path: '/sort', rule: 'tooMany' }] })
  })
})
