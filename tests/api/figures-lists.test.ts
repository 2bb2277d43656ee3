/** Each figure of the overview that leads to a list leads to one of the same charges, whichever days and charges there are. */
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Analytics } from '../../api/schemas/analytics.ts'
import type { Charge, ChargeTotals } from '../../api/schemas/charge.ts'
import { charges } from '../../db/schema/index.ts'
import { CHARGE_FIGURES, type ChargeFigure } from '../../domain/analytics.ts'
import { CHARGE_STATUSES, type ChargeStatus, canRefund } from '../../domain/charge.ts'
import { ENDINGS } from '../../domain/ending.ts'
import { CURRENCIES } from '../../domain/money.ts'
import { PAYMENT_METHODS } from '../../domain/payment-method.ts'
import type { UnpaidReason } from '../../domain/refusal.ts'
import { readFilters, toQuery } from '../../web/src/features/charges/filters.ts'
import { addressOf, daysOf } from '../../web/src/features/overview/period.ts'
import { readPeriod } from '../../web/src/ui/period.ts'
import { startTestApi, type TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

const MINUTE = 60_000
/** Around the three midnights of a day, in São Paulo and at two other places where a user may read. */
const at = fc
  .integer({ min: -6 * 60, max: 30 * 60 })
  .map((m) => new Date(Date.UTC(2026, 2, 2, 3) + m * MINUTE).toISOString())
const charge = fc
  .record({
    createdAt: at,
    status: fc.constantFrom(...CHARGE_STATUSES),
    provider: fc.constantFrom(null, 'ASAAS', 'BRAVIVE'),
    ending: fc.constantFrom(...ENDINGS),
    /** A row that the version before has written has none. */
    refusal: fc.constantFrom(null, 'insufficientFunds' as const, 'suspectedFraud' as const),
    paymentMethod: fc.constantFrom(...PAYMENT_METHODS),
    currency: fc.constantFrom(...CURRENCIES, 'BRL' as const),
    amount: fc.integer({ min: 1, max: 9_000 }),
    part: fc.constantFrom(0, 0.5),
    /** A refund may be known of what was never seen to be paid. */
    isSeen: fc.boolean(),
  })
  .map(({ status, ending, part, isSeen, amount, ...row }) => ({
    ...row,
    status,
    amount,
    ending: status === 'REJECTED' ? ending : null,
    paidAt: isPaid(status, isSeen) ? '2026-03-05T00:00:00Z' : null,
    refundedAmount: status === 'REFUNDED' ? amount : status === 'APPROVED' ? Math.floor(amount * part) : 0,
  }))

const isPaid = (status: ChargeStatus, isSeen: boolean) =>
  canRefund(status) || (isSeen && /REFUNDED|CHARGEBACK/.test(status))

const ask = async <T>(path: string, query: object): Promise<T> => {
  const text = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  )
  const answer = await api.call(api.home.keys.seller, 'GET', `${path}?${text}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

/** What a link's list has, as the page asks for it. */
async function listAt(link: string) {
  const query = toQuery(readFilters(new URL(link, 'http://app').searchParams), new Date())
  const [totals, list] = await Promise.all([
    ask<ChargeTotals>('/v1/charges/totals', query),
    ask<{ data: Charge[] }>('/v1/charges', { ...query, limit: 100 }),
  ])
  const count = totals.data.reduce((sum, part) => sum + part.count, 0)
  expect(list.data).toHaveLength(count)
  return {
    count,
    amount: totals.data.reduce((sum, part) => sum + part.amount, 0),
    refunded: list.data.reduce((sum, { refundedAmount }) => sum + refundedAmount, 0),
  }
}

type Figures = Analytics['total']
type Listed = Awaited<ReturnType<typeof listAt>>

/** What the list of a figure has to have. */
const SAME = {
  created: ({ created }) => ({ count: created }),
  pending: ({ pending, pendingAmount }) => ({ count: pending, amount: pendingAmount }),
  approved: ({ approved, approvedAmount }) => ({ count: approved, amount: approvedAmount }),
  rejected: ({ rejected, rejectedAmount }) => ({ count: rejected, amount: rejectedAmount }),
  refunded: ({ refundedAmount }) => ({ refunded: refundedAmount }),
  chargebacks: ({ chargebacks }) => ({ count: chargebacks }),
} satisfies Record<Exclude<ChargeFigure, 'untaken'>, (figures: Figures) => Partial<Listed>>

it('every figure that leads to a list is that of its list', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(charge, { minLength: 1, maxLength: 30 }), async (made) => {
      await api.database.writer.delete(charges).where(eq(charges.platformId, api.home.platformId))
      for (const one of made) await api.addCharge(api.home, one)
      const search = new URLSearchParams({ period: 'custom', from: '2026-03-02', to: '2026-03-02' })
      const days = daysOf(readPeriod(search), '2026-03-09')
      const { total } = await ask<Analytics>('/v1/analytics', { by: 'day', ...days })
      for (const figure of CHARGE_FIGURES) {
        if (figure === 'untaken') continue
        expect(await listAt(addressOf(search, { figure })), figure).toMatchObject(SAME[figure](total))
      }
      const { data: reasons } = await ask<Analytics>('/v1/analytics', { by: 'reason', ...days })
      for (const { key, rejected, rejectedAmount } of reasons) {
        const link = addressOf(search, { figure: 'rejected', reason: key as UnpaidReason })
        expect(await listAt(link), key).toMatchObject({ count: rejected, amount: rejectedAmount })
      }
      expect(reasons.reduce((sum, { rejected }) => sum + rejected, 0)).toBe(total.rejected)
      const { data: providers } = await ask<Analytics>('/v1/analytics', { by: 'provider', ...days })
      for (const { key: provider, created } of providers) {
        const link = addressOf(search, provider ? { figure: 'created', provider } : { figure: 'untaken' })
        expect((await listAt(link)).count, provider).toBe(created)
      }
      const { data: methods } = await ask<Analytics>('/v1/analytics', { by: 'method', ...days })
      for (const { key: paymentMethod, created } of methods) {
        expect((await listAt(addressOf(search, { figure: 'created', paymentMethod }))).count, paymentMethod).toBe(
          created,
        )
      }
    }),
    { numRuns: 15 },
  )
})

it('a figure of one provider and another has nothing', async () => {
  await api.addCharge(api.home, { status: 'REJECTED', ending: 'refused', createdAt: '2026-03-02T12:00:00Z' })
  const { data } = await ask<{ data: Charge[] }>('/v1/charges', { figure: 'untaken', provider: 'ASAAS' })
  expect(data).toEqual([])
})
