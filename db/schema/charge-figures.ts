import { type SQL, sql } from 'drizzle-orm'
import { bigint, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { PAYMENT_METHODS } from '../../domain/payment-method.ts'
import { UNPAID_REASONS } from '../../domain/refusal.ts'
import { platforms } from './platforms.ts'

/**
 * The key of the figures: charges created on one day, by currency, provider and method. Each connection adds to its own rows, so that
 * connections do not wait for each other. The sweep merges past days into rows with writer 0.
 * docs/decisions/0096-figures-are-kept-beside-the-charges.md
 */
const KEY = {
  platformId: uuid('platform_id')
    .notNull()
    .references(() => platforms.id),
  /** The day in São Paulo on which the charge was created. */
  day: date('day').notNull(),
  currency: text('currency').notNull(),
  /** Empty if no provider accepted the charge. */
  provider: text('provider').notNull(),
  paymentMethod: text('payment_method', { enum: PAYMENT_METHODS }).notNull(),
  writer: integer('writer').notNull(),
}

/** The rows that the sweep has not merged yet. */
const APART: SQL = sql`writer <> 0`

const count = (name: string) => integer(name).notNull().default(0)
const total = (name: string) => bigint(name, { mode: 'number' }).notNull().default(0)

/** Triggers maintain this table and the others here: see db/migrations. The figures always equal the sums over the charges. */
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

/** The number and the amount of unpaid charges, by reason. */
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

/** The number of charges by time to payment. `bucket` n counts times of up to 1.25 ^ n seconds. */
export const approvalTimes = pgTable(
  'approval_times',
  { ...KEY, bucket: integer('bucket').notNull(), approved: count('approved') },
  ({ platformId, day, currency, provider, paymentMethod, writer, bucket }) => [
    primaryKey({ columns: [platformId, day, currency, provider, paymentMethod, writer, bucket] }),
    index('approval_times_apart').on(day).where(APART),
  ],
)
