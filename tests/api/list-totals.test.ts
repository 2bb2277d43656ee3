/** How many each list has, and each of its tabs: exact as long as they are counted, and said to be more from then on. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { charges, customers, disbursements, disputes, receivers, reconciliationItems } from '../../db/schema/index.ts'
import { RECEIVER_ROW } from '../support/receivers.ts'
import { insertMany, startTestApi, type TestApi } from './support.ts'

interface Counted {
  count: number
  isMore: boolean
  amount: number | null
  amounts: { currency: string; amount: number }[]
}
interface Totals {
  total: Counted
  tabs: (Counted & { name: string })[]
}

let api: TestApi
const accounts = { other: '' }
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

const totals = async (list: string, query = ''): Promise<Totals> => {
  const answer = await api.call(api.home.keys.operator, 'GET', `/v1/${list}/totals?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
/** "3" or "5000+", by name, of those that have any. */
const shown = ({ total, tabs }: Totals) => {
  const text = ({ count, isMore }: Counted) => `${count}${isMore ? '+' : ''}`
  const named = tabs.flatMap((tab) => (tab.count > 0 ? [[tab.name, text(tab)]] : []))
  return { all: text(total), ...Object.fromEntries(named) }
}

describe('short lists', () => {
  beforeAll(async () => {
    const { writer } = api.database
    for (const tenant of [api.home, api.other]) {
      const { platformId } = tenant
      const { id: chargeId } = await api.addCharge(tenant)
      const { id: providerAccountId } = await api.addAccount(tenant, 'ASAAS')
      const refund = { platformId, kind: 'refund', chargeId } as const
      const withdrawal = { platformId, kind: 'withdrawal', method: 'PIX' } as const
      await writer.insert(disbursements).values([
        { ...refund, amount: 100, provider: 'ASAAS' },
        { ...refund, amount: 30, status: 'APPROVED' },
        { ...withdrawal, amount: 7, status: 'REJECTED' },
        { ...withdrawal, amount: 5, attentionReasons: ['unknownOutcome'] },
      ])
      const receiver = { ...RECEIVER_ROW, platformId, providerAccountId, provider: 'ASAAS' }
      await writer.insert(receivers).values([receiver, { ...receiver, status: 'ACTIVE' }])
      const dispute = { platformId, chargeId, amount: 900, currency: 'BRL', kind: 'MED' } as const
      const closed = { state: 'LOST' as const, closedAt: new Date().toISOString(), transactionId: 'x' }
      await writer.insert(disputes).values([dispute, { ...dispute, ...closed }])
      const { id: otherAccountId } = await api.addAccount(tenant, 'ASAAS')
      const item = {
        platformId,
        providerAccountId,
        provider: 'ASAAS',
        kind: 'missingHere',
        transactionId: 'a',
      } as const
      await writer
        .insert(reconciliationItems)
        .values([
          item,
          { ...item, transactionId: 'b', state: 'resolvedByHand' },
          { ...item, kind: 'status' },
          { ...item, kind: 'amount', providerAccountId: otherAccountId },
        ])
      if (tenant === api.home) accounts.other = otherAccountId
    }
  })

  it.each([
    ['refunds', '', { all: '2', PENDING: '1', APPROVED: '1' }],
    ['refunds', 'state=APPROVED', { all: '2', PENDING: '1', APPROVED: '1' }],
    ['refunds', 'provider=ASAAS', { all: '1', PENDING: '1' }],
    ['withdrawals', '', { all: '2', PENDING: '1', REJECTED: '1', needsAttention: '1' }],
    ['receivers', '', { all: '2', PENDING: '1', ACTIVE: '1' }],
    ['receivers', 'q=absent', { all: '0' }],
    ['receivers', 'q=---', { all: '0' }],
    ['refunds', 'q=---&state=APPROVED', { all: '0' }],
    ['refunds', 'q=%20', { all: '2', PENDING: '1', APPROVED: '1' }],
    ['disputes', '', { all: '2', OPEN: '1', LOST: '1' }],
    ['disputes', 'q=maria&state=OPEN', { all: '2', OPEN: '1', LOST: '1' }],
    ['disputes', 'createdTo=2020-01-01T00:00:00Z', { all: '0' }],
    ['customers', '', { all: '1' }],
    ['customers', 'q=maria', { all: '1' }],
    ['reconciliation/items', '', { all: '4', missingHere: '2', amount: '1', status: '1' }],
    ['reconciliation/items', 'kind=status', { all: '4', missingHere: '2', amount: '1', status: '1' }],
    ['reconciliation/items', 'state=open', { all: '3', missingHere: '1', amount: '1', status: '1' }],
    ['reconciliation/items', 'providerAccountId=other', { all: '1', amount: '1' }],
  ])('%s?%s', async (list, query, expected) =>
    expect(shown(await totals(list, query.replace('=other', `=${accounts.other}`)))).toEqual(expected),
  )

  it('what is of one currency is added up', async () => {
    const { total, tabs } = await totals('refunds')
    expect([total.amount, tabs.find(({ name }) => name === 'APPROVED')?.amount]).toEqual([130, 30])
    expect((await totals('disputes')).total).toMatchObject({ amount: null, amounts: [] })
    expect((await totals('refunds', 'q=absent')).total).toMatchObject({ amount: 0, amounts: [] })
  })
})

describe('a list of more charges than are counted', () => {
  const add = (count: number, status: string, day: string, provider: string | null = 'ASAAS') =>
    insertMany(
      api,
      sql`
      INSERT INTO charges (id, platform_id, payment_method, amount, status, provider, customer, items, checkout_token, created_at)
      SELECT gen_random_uuid(), ${api.home.platformId}, 'PIX', 1, ${status}, ${provider},
        '{"name": "Ana", "email": "a@b.co", "document": "52998224725"}'::jsonb, '[]'::jsonb, gen_random_uuid()::text,
        ${day}::timestamptz FROM generate_series(1, ${count}::int) i`,
    )
  beforeAll(async () => {
    const { writer } = api.database
    await writer.delete(disputes)
    await writer.delete(disbursements)
    await writer.delete(charges)
    await writer.delete(customers)
    await add(5100, 'APPROVED', '2026-03-01T12:00:00-03:00')
    await add(20, 'PENDING', '2026-03-02T23:59:59-03:00')
    await add(7, 'PENDING', '2026-03-03T00:00:00-03:00', null)
    await add(3, 'CHARGEBACK', '2026-03-03T12:00:00-03:00')
  })

  it.each([
    ['', { all: '5130', PENDING: '27', APPROVED: '5000+', CHARGEBACK: '3' }],
    ['status=PENDING', { all: '5130', PENDING: '27', APPROVED: '5000+', CHARGEBACK: '3' }],
    ['provider=ASAAS', { all: '5123', PENDING: '20', APPROVED: '5000+', CHARGEBACK: '3' }],
    [
      'createdFrom=2026-03-01T03:00:00Z&createdTo=2026-03-03T03:00:00Z',
      { all: '5120', PENDING: '20', APPROVED: '5000+' },
    ],
    // In the midst of a day the figures know nothing.
    ['createdFrom=2026-03-01T03:00:01Z', { all: '5000+', PENDING: '27', APPROVED: '5000+', CHARGEBACK: '3' }],
    ['q=ana', { all: '5000+' }],
    ['currency=BRL&paymentMethod=PIX', { all: '5130', PENDING: '27', APPROVED: '5000+', CHARGEBACK: '3' }],
    ['currency=USD', { all: '0' }],
    ['figure=approved', { all: '0' }],
  ])('%s', async (query, expected) => expect(shown(await totals('charges', query))).toEqual(expected))
})
