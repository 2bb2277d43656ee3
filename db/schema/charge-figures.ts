import { type SQL, sql } from 'drizzle-orm'
import { bigint, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { PAYMENT_METHODS } from '../../domain/payment-method.ts'
import { UNPAID_REASONS } from '../../domain/refusal.ts'
import { platforms } from './platforms.ts'

/**
 * Whose figures they are: charges made on one day, by currency, provider and method. Each connection adds to rows of its own, so
 * that no two wait for one another; yesterday's are put together under 0 by the sweep.
 * docs/decisions/0096-figures-are-kept-beside-the-charges.md
 */
const KEY = {
  platformId: uuid('platform_id')
    .notNull()
    .references(() => platforms.id),
  /** In São Paulo, when the charge was made. */
  day: date('day').notNull(),
  currency: text('currency').notNull(),
  /** Empty where no provider took it. */
  provider: text('provider').notNull(),
  paymentMethod: text('payment_method', { enum: PAYMENT_METHODS }).notNull(),
  writer: integer('writer').notNull(),
}

/** What the sweep has not put together yet. */
const APART: SQL = sql`writer <> 0`

const count = (name: string) => integer(name).notNull().default(0)
const total = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0)

/** Triggers write it and the others here: see db/migrations. Always what adding up the charges themselves would give. */
export const chargeFigures = pgTable(
  'charge_figures',
  {
    ...KEY,
    created: count('created'),
    pending: count('pending'),
    pendingAmount: total('pending_amount'),
    rejected: count('rejected'),
    approved: count('approved'),
    approvedAmount: total('approved_amount'),
    refundedAmount: total('refunded_amount'),
    chargebacks: count('chargebacks'),
  },
  ({ platformId, day, currency, provider, paymentMethod, writer }) => [
    primaryKey({ columns: [platformId, day, currency, provider, paymentMethod, writer] }),
    index('charge_figures_apart').on(day).where(APART),
  ],
)

/** How many were not paid for which reason, and what they came to. */
export const unpaidFigures = pgTable(
  'unpaid_figures',
  {
    ...KEY,
    reason: text('reason', { enum: UNPAID_REASONS }).notNull(),
    rejected: count('rejected'),
    rejectedAmount: total('rejected_amount'),
  },
  ({ platformId, day, currency, provider, paymentMethod, writer, reason }) => [
    primaryKey({ columns: [platformId, day, currency, provider, paymentMethod, writer, reason] }),
    index('unpaid_figures_apart').on(day).where(APART),
  ],
)

/** How many were paid how soon: `bucket` holds what took up to 1.25 to its power, in seconds. */
export const approvalTimes = pgTable(
  'approval_times',
  { ...KEY, bucket: integer('bucket').notNull(), approved: count('approved') },
  ({ platformId, day, currency, provider, paymentMethod, writer, bucket }) => [
    primaryKey({ columns: [platformId, day, currency, provider, paymentMethod, writer, bucket] }),
    index('approval_times_apart').on(day).where(APART),
  ],
)
