/** Everything that one attempt at a refund or withdrawal needs. */
import { and, count, eq, min, ne, type SQL, sql } from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../../client.ts'
import { prepared } from '../../prepared.ts'
import {
  charges,
  disbursementAttempts,
  disbursements,
  payments,
  platforms,
  providerAccounts,
} from '../../schema/index.ts'
import type { PlatformRow } from '../access/platforms.ts'
import type { ProviderAccountRow } from '../account/read.ts'
import { paidTransactions } from '../charge/known-ids.ts'
import type { PaymentRow } from '../charge/payments.ts'
import type { ChargeRow } from '../charge/read.ts'
import { chargeBringsMoney } from '../movement/statuses.ts'
import type { DisbursementAttemptKey, DisbursementAttemptRow } from './attempts.ts'
import { approvedOfPayment, isPaidBeside } from './create.ts'
import type { DisbursementRow } from './read.ts'

export interface DisbursementSnapshot {
  disbursement: DisbursementRow
  /** Refunds only. */
  charge: ChargeRow | null
  /** Refunds only: the payment that is refunded. */
  payment: PaymentRow | null
  /** Refunds only: the sum of the payment's approved refunds. Integer cents. */
  givenBack: number
  /** Refunds only: another payment of the charge holds money. */
  isPaidBeside: boolean
  /** Refunds only: another charge of the buyer's order holds money. Null if the charge is for no order. */
  isOrderPaidBeside: boolean | null
  /** Refunds only: the transactions of the charge's payments at the account. */
  transactions: string[]
  account: ProviderAccountRow
  platform: PlatformRow
  attempt: DisbursementAttemptRow | null
  /** The attempt that the provider accepted, of any number. */
  made: DisbursementAttemptRow | null
  /** The previous attempt. */
  previous: DisbursementAttemptRow | null
  /** The attempt that was begun after this one. If there is one, this attempt is over. */
  next: Pick<DisbursementAttemptRow, 'providerAccountId'> | null
  /** When its reference was first used at the account, and by how many attempts; null and 0 before that. */
  firstAt: string | null
  sends: number
  /** It was begun at the account with keys that may be another merchant's than the present ones. */
  isSentElsewhere: boolean
  /** The database's time, which all processes share. */
  now: string
}

const made = alias(disbursementAttempts, 'made')
const previous = alias(disbursementAttempts, 'previous')
const next = alias(disbursementAttempts, 'next')
const earlier = alias(disbursementAttempts, 'earlier')

const attemptSnapshot = prepared((db) => {
  const accountId = sql.placeholder('accountId')
  const atAccount = (selected: { at: SQL<string | null> } | { sends: SQL<number> } | { elsewhere: SQL<boolean> }) =>
    db
      .select(selected as Record<string, SQL>)
      .from(earlier)
      .where(and(eq(earlier.disbursementId, disbursements.id), eq(earlier.providerAccountId, accountId)))
  const elsewhere = sql<boolean>`bool_or(${ne(earlier.keysVersion, providerAccounts.keysVersion)})`
  const numbered = (attempts: { number: PgColumn }, number: string) => eq(attempts.number, sql.placeholder(number))
  const isMeant = sql`coalesce(${disbursements.createdAt} = ${sql.placeholder('madeAt')}::timestamptz, true)`
  return db
    .select({
      disbursement: disbursements,
      charge: charges,
      payment: payments,
      givenBack: approvedOfPayment,
      isPaidBeside: isPaidBeside(db),
      isOrderPaidBeside: sql<
        boolean | null
      >`CASE WHEN ${charges.checkoutOrderId} IS NOT NULL THEN EXISTS (SELECT FROM ${charges} other
        WHERE other.checkout_order_id = ${charges.checkoutOrderId} AND other.id <> ${charges.id} AND ${chargeBringsMoney(sql`other.status`)}) END`,
      transactions: paidTransactions,
      account: providerAccounts,
      platform: platforms,
      attempt: disbursementAttempts,
      made,
      previous,
      next: { providerAccountId: next.providerAccountId },
      firstAt: sql<string | null>`(${atAccount({ at: min(earlier.createdAt) })})`,
      sends: sql<number>`(${atAccount({ sends: count() })})`.mapWith(Number),
      isSentElsewhere: sql<boolean>`coalesce((${atAccount({ elsewhere })}), false)`,
      now: sql<string>`now()`,
    })
    .from(disbursements)
    .innerJoin(platforms, eq(platforms.id, disbursements.platformId))
    .innerJoin(
      providerAccounts,
      and(eq(providerAccounts.id, accountId), eq(providerAccounts.platformId, disbursements.platformId)),
    )
    .leftJoin(charges, eq(charges.id, disbursements.chargeId))
    .leftJoin(payments, eq(payments.id, disbursements.paymentId))
    .leftJoin(
      disbursementAttempts,
      and(eq(disbursementAttempts.disbursementId, disbursements.id), numbered(disbursementAttempts, 'number')),
    )
    .leftJoin(made, and(eq(made.disbursementId, disbursements.id), eq(made.outcome, 'created')))
    .leftJoin(previous, and(eq(previous.disbursementId, disbursements.id), numbered(previous, 'previousNumber')))
    .leftJoin(next, and(eq(next.disbursementId, disbursements.id), numbered(next, 'nextNumber')))
    .where(and(eq(disbursements.id, sql.placeholder('disbursementId')), isMeant))
    .prepare('disbursement_attempt_snapshot')
})

/**
 * Loads everything that an attempt needs in one statement. Undefined if the disbursement was removed because it was never started, also if
 * another one stands under its id by now.
 */
export async function loadDisbursementAttempt(
  db: Database,
  { disbursementId, accountId, number, madeAt }: DisbursementAttemptKey,
): Promise<DisbursementSnapshot | undefined> {
  const numbers = { number, previousNumber: number - 1, nextNumber: number + 1 }
  const [row] = await attemptSnapshot(db).execute({ disbursementId, accountId, ...numbers, madeAt: madeAt ?? null })
  return row && { ...row, firstAt: isoOrNull(row.firstAt), now: new Date(row.now).toISOString() }
}

const isoOrNull = (at: string | null) => (at === null ? null : new Date(at).toISOString())
