/** A refund is of its charge's currency wherever it is shown, and nothing adds up two of them. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { disbursements } from '../../db/schema/index.ts'
import { startTestApi, type TestApi } from './support.ts'

let api: TestApi
let dollars: string
beforeAll(async () => {
  api = await startTestApi()
  const paid = { status: 'APPROVED', paidAt: '2026-01-02T15:00:00Z' } as const
  const foreign = await api.addMadeCharge(api.home, { ...paid, currency: 'USD', paymentMethod: 'CREDIT_CARD' })
  const local = await api.addMadeCharge(api.home, paid)
  const { platformId } = api.home
  const refund = { platformId, kind: 'refund', status: 'APPROVED' } as const
  const [row] = await api.database.writer
    .insert(disbursements)
    .values([
      { ...refund, chargeId: foreign.id, amount: 700, attentionReasons: ['contradicted'] },
      { ...refund, chargeId: foreign.id, amount: 40 },
      { ...refund, chargeId: local.id, amount: 5 },
      { ...refund, chargeId: local.id, amount: 1000, status: 'PENDING' },
      { platformId, kind: 'withdrawal', method: 'PIX', amount: 9 },
    ])
    .returning()
  dollars = row?.id ?? ''
})
afterAll(() => api?.close())

const get = async (path: string) => {
  const answer = await api.call(api.home.keys.operator, 'GET', path)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

it('one refund and the list say it', async () => {
  expect(await get(`/v1/refunds/${dollars}`)).toMatchObject({ amount: 700, currency: 'USD' })
  const { data } = await get('/v1/refunds?sort=amount')
  const shown = data.map(({ amount, currency }: Record<string, unknown>) => [amount, currency])
  expect(shown).toEqual([
    [5, 'BRL'],
    [40, 'USD'],
    [700, 'USD'],
    [1000, 'BRL'],
  ])
  expect((await get('/v1/withdrawals')).data).toMatchObject([{ amount: 9, currency: 'BRL' }])
})

it('totals are by currency', async () => {
  const { total, tabs } = await get('/v1/refunds/totals')
  const tab = (wanted: string) => tabs.find(({ name }: { name: string }) => name === wanted)
  expect(total).toEqual({
    count: 4,
    isMore: false,
    amount: null,
    amounts: [
      { currency: 'BRL', amount: 1005 },
      { currency: 'USD', amount: 740 },
    ],
  })
  expect(tab('PENDING')).toMatchObject({ count: 1, amount: 1000, amounts: [{ currency: 'BRL', amount: 1000 }] })
  expect(tab('APPROVED')).toMatchObject({
    count: 3,
    amount: null,
    amounts: [
      { currency: 'BRL', amount: 5 },
      { currency: 'USD', amount: 740 },
    ],
  })
  expect(tab('needsAttention')).toMatchObject({ amount: 700, amounts: [{ currency: 'USD', amount: 700 }] })
})

it('what waits for an operator is counted in dollars', async () => {
  expect((await get('/v1/attention')).data).toMatchObject([{ kind: 'refund', amount: 700, currency: 'USD' }])
})
