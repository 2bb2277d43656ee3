import { type Static, Type } from 'typebox'
import { ANALYTICS_KEYS } from '../../domain/analytics.ts'
import { CURRENCIES } from '../../domain/money.ts'
import { DayOrMoment, Nullable, Word } from './common.ts'

const FIGURES = {
  created: Type.Integer({ description: 'Charges that a provider took, or that all refused.' }),
  pending: Type.Integer({ description: 'Of those, the ones that may still be paid.' }),
  pendingAmount: Type.Integer({ description: 'Integer cents.' }),
  rejected: Type.Integer(),
  rejectedAmount: Type.Integer({ description: 'What was not paid of it; integer cents.' }),
  approved: Type.Integer({ description: 'Paid, whatever has become of them since.' }),
  approvedAmount: Type.Integer({ description: 'What their buyers paid; integer cents.' }),
  refundedAmount: Type.Integer({ description: 'What has gone back of it; integer cents.' }),
  chargebacks: Type.Integer({ description: 'In dispute, or lost in one.' }),
  approvalRate: Nullable(
    Type.Number({
      description:
        'approved / (approved + rejected), from 0 to 1: what may still be paid counts as neither. Null where nothing is decided.',
    }),
  ),
  p50ApprovalSeconds: Nullable(
    Type.Number({
      description: 'Half of them were paid within so many seconds, give or take a quarter; null where none was.',
    }),
  ),
}

/** `GET /v1/analytics`. */
export const AnalyticsQuery = Type.Object({
  from: Type.Optional(DayOrMoment('The first day, or a moment in it. 29 days before `to`, when left out.')),
  to: Type.Optional(DayOrMoment('The last day, or a moment in it. Today, when left out.')),
  by: Word(
    ANALYTICS_KEYS,
    'What the rows are; `day` when left out. Rows of `reason` count what was not paid alone, `total` everything.',
    'day',
  ),
  currency: Word(CURRENCIES, 'Amounts are never added across currencies. BRL when left out.', 'BRL'),
})

export const Analytics = Type.Object({
  from: Type.String({ format: 'date' }),
  to: Type.String({ format: 'date' }),
  data: Type.Array(
    Type.Object({
      key: Type.String({ description: 'A day (YYYY-MM-DD), a provider, a method, or why charges were not paid.' }),
      ...FIGURES,
    }),
  ),
  total: Type.Object(FIGURES),
})

export type Analytics = Static<typeof Analytics>
export type AnalyticsQuery = Static<typeof AnalyticsQuery>
