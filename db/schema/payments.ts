import { bigint, boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { CHARGE_STATUSES } from '../../domain/charge.ts'
import { charges } from './charges.ts'
import { createdAt, time } from './columns.ts'
import { providerAccounts } from './platforms.ts'

/** One transaction at a provider for a charge, known from an answer, a lookup, a webhook or a reading. */
export const payments = pgTable(
  'payments',
  {
    /** Derived from the charge, the account and the transaction. */
    id: uuid('id').primaryKey(),
    chargeId: uuid('charge_id')
      .notNull()
      .references(() => charges.id),
    /** The number of the attempt that created it, if known. */
    attempt: integer('attempt'),
    providerAccountId: uuid('provider_account_id')
      .notNull()
      .references(() => providerAccounts.id),
    provider: text('provider').notNull(),
    transactionId: text('transaction_id').notNull(),
    state: text('state', { enum: CHARGE_STATUSES }).notNull().default('PENDING'),
    /** Integer cents. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    paidAt: time('paid_at'),
    /** Integer cents. */
    refundedAmount: bigint('refunded_amount', { mode: 'number' }).notNull().default(0),
    /** The largest refunded total that the provider has stated, including returns by others. Integer cents. */
    returnedSeen: bigint('returned_seen', { mode: 'number' }).notNull().default(0),
    /** Its code was sent to the seller or shown on the buyer's page. */
    shown: boolean('shown').notNull().default(false),
    /** When the provider withdrew its code at our request. */
    voidedAt: time('voided_at'),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('payments_by_transaction').on(table.providerAccountId, table.transactionId),
    index('payments_by_charge').on(table.chargeId),
  ],
)
