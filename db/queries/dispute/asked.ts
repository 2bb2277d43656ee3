/** Disputes about money that a bank asks for and has not taken: their charge stays paid until it is decided. */
import { and, eq, sql } from 'drizzle-orm'
import { bringsMoney } from '../../../domain/charge.ts'
import { YOUNG_DISPUTE_MS } from '../../../domain/dispute.ts'
import type { TransactionReading } from '../../../domain/transaction.ts'
import type { Database } from '../../client.ts'
import { charges, disputes, payments } from '../../schema/index.ts'

/** What a reading says so soon after the one that opened it may be from before it. */
const YOUNG = sql`${`${YOUNG_DISPUTE_MS} milliseconds`}::interval`

interface AskedPayment {
  chargeId: string
  transactionId: string
}

/** What the provider, asked, says of a payment of which its words tell that a bank asks for it: it opens a dispute, or ends it. */
export async function noteAsking(
  db: Database,
  payment: AskedPayment,
  { status, rawStatus, dispute }: TransactionReading,
): Promise<void> {
  if (dispute?.isAsked) await open(db, payment, rawStatus ?? null, dispute.dueAt ?? null)
  else if (status !== null && bringsMoney(status)) await close(db, payment)
}

/** One that was lost, or that an operator has closed, stays so though the provider keeps its word. */
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
        WHERE ${payments.chargeId} = ${chargeId} AND ${payments.transactionId} = ${transactionId} AND ${payments.state} = 'APPROVED')
      AND NOT EXISTS (SELECT FROM ${disputes}
        WHERE ${disputes.chargeId} = ${chargeId} AND ${disputes.transactionId} = ${transactionId} AND ${disputes.asked}
          AND (${disputes.state} <> 'WON' OR ${disputes.closedBy} IS NOT NULL))`)
}

/** The bank asks no more, and the money is there. */
async function close(db: Database, { chargeId, transactionId }: AskedPayment): Promise<void> {
  await db
    .update(disputes)
    .set({ state: 'WON', closedAt: sql`now()` })
    .where(
      and(
        eq(disputes.chargeId, chargeId),
        eq(disputes.transactionId, transactionId),
        eq(disputes.state, 'OPEN'),
        disputes.asked,
        sql`${disputes.openedAt} < now() - ${YOUNG}`,
      ),
    )
}
