/** Disputes about money that a bank demands and has not taken. Their charge stays paid until the dispute is decided. */
import { and, eq, isNotNull, not, sql } from 'drizzle-orm'
import { bringsMoney } from '../../../domain/charge.ts'
import type { TransactionReading } from '../../../domain/transaction.ts'
import type { Database } from '../../client.ts'
import { charges, disputes, payments } from '../../schema/index.ts'
import { knownAtReading } from '../charge/disputed.ts'
import { chargeBringsMoney, disputeIsOpen, disputeIsWon } from '../movement/statuses.ts'

interface AskedPayment {
  chargeId: string
  transactionId: string
}

/** Opens or closes such a dispute according to a reading. */
export async function noteAsking(
  db: Database,
  payment: AskedPayment,
  { status, rawStatus, dispute, begunAt }: TransactionReading & { begunAt: string },
): Promise<void> {
  if (dispute?.isAsked) await open(db, payment, rawStatus ?? null, dispute.dueAt ?? null)
  else if (status !== null && bringsMoney(status)) await close(db, payment, begunAt)
}

/** A dispute that was lost, or that an operator has closed, stays closed even if the provider keeps its status. */
async function open(
  db: Database,
  { chargeId, transactionId }: AskedPayment,
  word: string | null,
  dueAt: string | null,
): Promise<void> {
  await db.execute(sql`
    SELECT open_dispute(${charges}, ${transactionId}, ${word}, true, ${dueAt}::timestamptz) FROM ${charges}
    WHERE ${charges.id} = ${chargeId}
      AND EXISTS (SELECT FROM ${payments}
        WHERE ${payments.chargeId} = ${chargeId} AND ${payments.transactionId} = ${transactionId} AND ${chargeBringsMoney(payments.state)})
      AND NOT EXISTS (SELECT FROM ${disputes}
        WHERE ${disputes.chargeId} = ${chargeId} AND ${disputes.transactionId} = ${transactionId} AND ${disputes.asked}
          AND (NOT ${disputeIsWon(disputes.state)} OR (${disputes.closedBy} IS NOT NULL AND NOT ${disputes.agreed})))`)
}

/** The bank no longer demands the money, and the seller keeps it. An operator's word to the same effect is agreed with. */
async function close(db: Database, { chargeId, transactionId }: AskedPayment, begunAt: string): Promise<void> {
  const isOfPayment = and(
    eq(disputes.chargeId, chargeId),
    eq(disputes.transactionId, transactionId),
    disputes.asked,
    sql`${disputes.openedAt} < ${knownAtReading(sql`${begunAt}`)}`,
  )
  await db
    .update(disputes)
    .set({ state: 'WON', closedAt: sql`now()` })
    .where(and(isOfPayment, disputeIsOpen(disputes.state)))
  await db
    .update(disputes)
    .set({ agreed: true })
    .where(and(isOfPayment, disputeIsWon(disputes.state), isNotNull(disputes.closedBy), not(disputes.agreed)))
}
