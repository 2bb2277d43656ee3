/** A search reads a bounded number of rows, whatever PostgreSQL believes of its tables: it counts them only now and then. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mostRead } from '../support/plans.ts'
import { insertMany, startTestApi, type TestApi } from './support.ts'

const ROWS = 4100
/** A search looks at 2,000 of the newest rows and at 2,000 of each word, and each of them up by its id. */
const MOST_READ = 5 * ROWS

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

async function fill(): Promise<void> {
  await insertMany(
    api,
    sql`
    INSERT INTO charges (id, platform_id, payment_method, amount, order_id, customer, items, checkout_token, created_at)
    SELECT gen_random_uuid(), ${api.home.platformId}::uuid, 'PIX', i, 'pedido-' || i, json_build_object('name',
      'Comum ' || CASE WHEN i IN (7, 4000) THEN 'raro' ELSE '' END, 'email', 'a@b.co', 'document', '52998224725'),
      '[]', gen_random_uuid()::text, '2026-01-01'::timestamptz + i * interval '1 second'
    FROM generate_series(1, ${ROWS}::int) i`,
  )
}

/** The rows that the request's most thorough statement reads. */
const mostReadFor = (query: Record<string, string>) =>
  mostRead(api, /search_documents|search_words/, async () => {
    const answer = await api.call(api.home.keys.seller, 'GET', `/v1/charges?${new URLSearchParams(query)}`)
    expect([200, 422], answer.body).toContain(answer.statusCode)
  })

const QUERIES = ['comum', 'raro', 'nenhum', 'pedido-77'].flatMap((q) =>
  [
    {},
    { status: 'PENDING', paymentMethod: 'PIX', provider: 'ASAAS', needsAttention: 'false' },
    { paymentMethod: 'PIX', provider: 'UNKNOWN', needsAttention: 'true' },
    { status: 'CHARGEBACK', provider: 'ASAAS', createdFrom: '2026-01-01T00:00:03Z' },
  ].map((filters) => ({ q, ...filters })),
)

describe.each(['no statistics at all', 'statistics of empty tables', 'true statistics'] as const)('with %s', (what) => {
  beforeAll(async () => {
    const db = api.database.writer
    for (const table of ['charges', 'search_documents', 'search_words'])
      await db.execute(sql.raw(`ALTER TABLE ${table} SET (autovacuum_enabled = off)`))
    await db.execute(sql`TRUNCATE charges, search_documents, search_words CASCADE`)
    if (what === 'statistics of empty tables') await db.execute(sql`ANALYZE`)
    await fill()
    if (what === 'true statistics') await db.execute(sql`ANALYZE`)
  })

  it.each(QUERIES)('%o reads no more than it has to', async (query) => {
    expect(await mostReadFor(query)).toBeLessThan(MOST_READ)
  })
})

it('an order is found by its number, however many others begin with it', async () => {
  await api.database.writer.execute(sql`TRUNCATE charges, search_documents, search_words CASCADE`)
  await insertMany(
    api,
    sql`
    INSERT INTO charges (id, platform_id, payment_method, amount, order_id, customer, items, checkout_token, created_at)
    SELECT gen_random_uuid(), ${api.home.platformId}::uuid, 'PIX', i,
      CASE WHEN i = 1 THEN 'nota-7' WHEN i <= 2100 THEN 'nota-7' || i ELSE 'outra' END,
      '{"name":"Ana","email":"a@b.co","document":"52998224725"}', '[]', gen_random_uuid()::text,
      '2026-01-01'::timestamptz + i * interval '1 second'
    FROM generate_series(1, 4200) i`,
  )
  const search = async (q: string) => api.call(api.home.keys.seller, 'GET', `/v1/charges?${new URLSearchParams({ q })}`)
  const amounts = async (q: string) => (await search(q)).json().data.map(({ amount }: { amount: number }) => amount)
  expect(await amounts('nota-7')).toEqual([1])
  expect(await amounts('Nota-7 ana')).toEqual([1])
  expect(await amounts('nota-71234')).toEqual([1234])
  expect((await search('nota')).statusCode).toBe(422)
})
