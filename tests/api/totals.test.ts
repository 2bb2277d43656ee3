/** What a list of charges comes to, against sums of the rows that were put there. */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { charges } from '../../db/schema/index.ts'
import { insertMany, startTestApi, type TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

const row = fc.record({
  status: fc.constantFrom('PENDING', 'APPROVED', 'REJECTED', 'REFUNDED'),
  ending: fc.constantFrom('refused', 'expired', 'canceled'),
  paymentMethod: fc.constantFrom('PIX', 'BILLET'),
  provider: fc.constantFrom('ASAAS', 'TREEAL', null),
  currency: fc.constantFrom('BRL', 'USD'),
  attention: fc.constantFrom('latePayment', null),
  amount: fc.integer({ min: 1, max: 99_999_999_999 }),
  refundedAmount: fc.constantFrom(0, 1, 250),
  name: fc.constantFrom('Ana', 'Bia'),
})
type Row = typeof row extends fc.Arbitrary<infer Value> ? Value : never

const endingOf = ({ status, ending }: Row) => (status === 'REJECTED' ? ending : null)

const FILTERS: [query: string, fits: (row: Row) => boolean][] = [
  ['', () => true],
  ['status=APPROVED', ({ status }) => status === 'APPROVED'],
  ['status=REJECTED', ({ status }) => status === 'REJECTED'],
  ['status=REJECTED&ending=expired', (one) => endingOf(one) === 'expired'],
  ['ending=canceled', (one) => endingOf(one) === 'canceled'],
  ['ending=refused&status=APPROVED', () => false],
  ['q=ana&ending=expired', (one) => one.name === 'Ana' && endingOf(one) === 'expired'],
  ['q=ana&status=REJECTED', ({ name, status }) => name === 'Ana' && status === 'REJECTED'],
  ['provider=TREEAL', ({ provider }) => provider === 'TREEAL'],
  ['paymentMethod=PIX&needsAttention=true', (one) => one.paymentMethod === 'PIX' && one.attention !== null],
  ['q=ana', ({ name }) => name === 'Ana'],
  ['q=---', () => false],
  ['q=%20', () => true],
  ['q=bia&status=REFUNDED', ({ name, status }) => name === 'Bia' && status === 'REFUNDED'],
  ['createdTo=2020-01-01T00:00:00Z', () => false],
]

const totals = async (query: string) => {
  const answer = await api.call(api.home.keys.seller, 'GET', `/v1/charges/totals?${query}`)
  expect(answer.statusCode).toBe(200)
  return answer.json() as { isComplete: boolean; data: Record<string, unknown>[] }
}

const insert = (platformId: string, rows: readonly Row[]) =>
  rows.length === 0
    ? undefined
    : api.database.writer.insert(charges).values(
        rows.map(({ name, attention, ending, ...columns }) => ({
          ...columns,
          ending: endingOf({ ...columns, name, attention, ending }),
          attentionReasons: attention === null ? [] : [attention],
          platformId,
          customer: { name, email: 'cliente@exemplo.com.br', document: '52998224725' },
          items: [],
          checkoutToken: crypto.randomUUID(),
        })),
      )

it.each(FILTERS)('with %j they are those of the rows that fit, and of no other platform', async (query, fits) => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 12 }), async (rows) => {
      await api.database.writer.delete(charges)
      await insert(api.home.platformId, rows)
      await insert(api.other.platformId, rows)
      const expected = new Map<string, { count: number; amount: number; refundedAmount: number }>()
      for (const one of rows.filter(fits)) {
        const { currency, status, attention, amount, refundedAmount } = one
        const key = `${currency} ${status} ${endingOf(one)} ${attention !== null}`
        const before = expected.get(key) ?? { count: 0, amount: 0, refundedAmount: 0 }
        expected.set(key, {
          count: before.count + 1,
          amount: before.amount + amount,
          refundedAmount: before.refundedAmount + refundedAmount,
        })
      }
      const { isComplete, data } = await totals(query)
      const found = data.map(({ currency, status, ending, needsAttention, ...numbers }) => [
        `${currency} ${status} ${ending} ${needsAttention}`,
        numbers,
      ])
      expect(isComplete).toBe(true)
      expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
    }),
    { numRuns: 8 },
  )
})

describe('more than are counted', () => {
  beforeAll(async () => {
    await api.database.writer.delete(charges)
    await insertMany(
      api,
      sql`
      INSERT INTO charges (id, platform_id, payment_method, amount, customer, items, checkout_token)
      SELECT gen_random_uuid(), ${api.home.platformId}, 'PIX', 1,
        '{"name": "Ana", "email": "a@b.co", "document": "52998224725"}'::jsonb, '[]'::jsonb, 'token-' || i
      FROM generate_series(1, 5001) i`,
    )
  })

  it.each(['', 'status=PENDING', 'q=ana'])('with %j that is said, and nothing is added up', async (query) => {
    expect(await totals(query)).toMatchObject({ isComplete: false, data: [], total: { count: 5000, isMore: true } })
  })

  it('of these, none at a provider that took none', async () => {
    expect(await totals('provider=UNKNOWN')).toMatchObject({ isComplete: true, data: [], total: { count: 0 } })
  })
})
