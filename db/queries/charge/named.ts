/** A transaction that an operator calls a charge's, after the charge's end. */
import { and, desc, eq, isNull, not, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../client.ts'
import { chargeAttempts, statementLines, webhookEvents } from '../../schema/index.ts'
import { isUnanswered } from './attempts.ts'
import { appendEvents } from './events.ts'
import { applyTransition } from './transitions.ts'

const { id, chargeId, number, provider, providerAccountId: accountId } = chargeAttempts

export type Nameable = NonNullable<Awaited<ReturnType<typeof findNameable>>>

/**
 * The charge's latest attempt that may have made it: nobody has answered it, and its provider itself has told of the transaction,
 * in a notice, or in a statement as money that came.
 */
export async function findNameable(db: Database, charge: string, transactionId: string) {
  const isTold = sql`(EXISTS (SELECT FROM ${webhookEvents}
    WHERE ${webhookEvents.providerAccountId} = ${accountId} AND ${webhookEvents.transactionId} = ${transactionId})
    OR EXISTS (SELECT FROM ${statementLines}
    WHERE ${statementLines.providerAccountId} = ${accountId} AND ${statementLines.transactionId} = ${transactionId}
      AND ${statementLines.amount} > 0))`
  const made = alias(chargeAttempts, 'made')
  const isKnown = sql`EXISTS (SELECT FROM ${chargeAttempts} AS ${made}
    WHERE ${made.providerAccountId} = ${accountId} AND ${made.transactionId} = ${transactionId})`
  const [attempt] = await db
    .select({ id, chargeId, number, provider, accountId })
    .from(chargeAttempts)
    .where(and(eq(chargeId, charge), isUnanswered, isTold, not(isKnown)))
    .orderBy(desc(number))
    .limit(1)
  return attempt && { ...attempt, transactionId }
}

/** It becomes a payment of the charge that nobody was shown, and is read as every other one. */
export async function nameTransaction(db: Database, named: Nameable, by: string): Promise<void> {
  const { transactionId, ...attempt } = named
  await db.transaction(async (tx) => {
    const answered = await tx
      .update(chargeAttempts)
      .set({ transactionId })
      .where(and(eq(id, attempt.id), isNull(chargeAttempts.transactionId)))
      .returning({ id })
    if (answered.length === 0) return
    const detail = { orphanOf: transactionId, by }
    const key = `orphan/${attempt.number}`
    await appendEvents(tx, attempt.chargeId, [
      { key, type: 'eventIgnored', cause: 'operator', provider: attempt.provider, detail },
    ])
    const of = { accountId: attempt.accountId, transactionId, provider: attempt.provider, attempt: attempt.number }
    const transition = {
      chargeId: attempt.chargeId,
      to: 'PENDING',
      cause: 'operator',
      key: `named/${attempt.number}`,
    } as const
    await applyTransition(tx, { ...transition, of, by })
  })
}
