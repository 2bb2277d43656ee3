/** A transaction that an operator assigns to a charge after the charge's end. */
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { OUR_MESSAGES } from '../../../domain/our-messages.ts'
import { ProviderError } from '../../../domain/provider-error.ts'
import type { Database, Queryable } from '../../client.ts'
import { isUniqueViolation } from '../../errors.ts'
import { chargeAttempts, statementLines, webhookEvents } from '../../schema/index.ts'
import { isUnanswered } from './attempts.ts'
import { appendEvents } from './events.ts'
import { chargesWith } from './known-ids.ts'
import { findPaidAmount } from './paid-amounts.ts'
import { applyTransition } from './transitions.ts'

const { id, chargeId, number, provider, providerAccountId: accountId } = chargeAttempts

export type Nameable = NonNullable<Awaited<ReturnType<typeof findNameable>>>

/**
 * The provider of the attempt's account reported the transaction as a buyer's payment: in a notice or, as received money, in a statement.
 */
export const isTold = (transactionId: string): SQL => sql`(EXISTS (SELECT FROM ${webhookEvents}
    WHERE ${webhookEvents.providerAccountId} = ${accountId} AND ${webhookEvents.transactionId} = ${transactionId}
      AND ${webhookEvents.type} = 'TRANSACTION')
    OR EXISTS (SELECT FROM ${statementLines}
    WHERE ${statementLines.providerAccountId} = ${accountId} AND ${statementLines.transactionId} = ${transactionId}
      AND ${statementLines.amount} > 0))`

/** The charge's latest unanswered attempt at an account whose provider has reported the transaction. */
export async function findNameable(db: Database, charge: string, transactionId: string) {
  const isUnknown = sql`NOT EXISTS ${chargesWith(accountId, transactionId)}`
  const [attempt] = await db
    .select({ id, chargeId, number, provider, accountId })
    .from(chargeAttempts)
    .where(and(eq(chargeId, charge), isUnanswered, isTold(transactionId), isUnknown))
    .orderBy(desc(number))
    .limit(1)
  return attempt && { ...attempt, transactionId }
}

/**
 * Records the transaction as a payment of the charge. It is read like every other payment.
 * @param alongside writes further rows in the same transaction.
 * @throws ProviderError Mismatch if a concurrent change came first: the attempt was answered, or the transaction belongs to another charge.
 */
export async function nameTransaction(
  db: Database,
  { transactionId, ...attempt }: Nameable,
  by: string,
  alongside: (tx: Queryable) => Promise<void>,
): Promise<void> {
  const of = { accountId: attempt.accountId, transactionId, provider: attempt.provider, attempt: attempt.number }
  const naming = db.transaction(async (tx) => {
    const answered = await tx
      .update(chargeAttempts)
      .set({ transactionId })
      .where(and(eq(id, attempt.id), isNull(chargeAttempts.transactionId)))
      .returning({ id })
    if (answered.length === 0) throw alreadyKnown()
    const detail = { orphanOf: transactionId, by }
    const key = `orphan/${attempt.number}`
    await appendEvents(tx, attempt.chargeId, [
      { key, type: 'eventIgnored', cause: 'operator', provider: attempt.provider, detail },
    ])
    const transition = { to: 'PENDING', cause: 'operator', key: `named/${attempt.number}`, of, by } as const
    await applyTransition(tx, { chargeId: attempt.chargeId, ...transition })
    // A notice may have made it a payment of another charge meanwhile.
    if ((await findPaidAmount(tx, attempt.chargeId, of)) === undefined) throw alreadyKnown()
    await alongside(tx)
  })
  await naming.catch((error: unknown) => {
    throw isUniqueViolation(error) ? alreadyKnown() : error
  })
}

const alreadyKnown = () => new ProviderError('Mismatch', OUR_MESSAGES.transactionKnown)
