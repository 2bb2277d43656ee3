/** Records what a provider says of a refund or withdrawal and cannot be accepted. */
import { eq, or, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { defined } from '../../../domain/defined.ts'
import type { Database } from '../../client.ts'
import { disbursementEvents, disbursements } from '../../schema/index.ts'
import { askAbout } from '../movement/asking.ts'
import { withReasons } from '../movement/attention-reasons.ts'
import { DISBURSEMENTS } from '../movement/tables.ts'
import type { DisbursementAnswer } from './attempt-ends.ts'
import { mayStillEnd } from './open.ts'
import { reversalBy } from './reversal.ts'

/**
 * The provider reports another amount than was requested, and contradicts the withdrawal's final status. Nothing moves, and an operator
 * is told once.
 * @returns whether this is new.
 */
export async function noteOtherEnd(
  db: Database,
  disbursementId: string,
  { status: to, rawStatus, unmapped }: DisbursementAnswer,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(disbursements).where(eq(disbursements.id, disbursementId)).for('no key update')
    if (!row || !reversalBy(row, { to, cause: 'poll', ...defined({ unmapped }) })) return false
    const noted = await tx
      .insert(disbursementEvents)
      .values({
        id: uuidv7(),
        disbursementId,
        key: `contradicted/${row.status}/${to}`,
        type: 'needsAttention',
        cause: 'poll',
        provider: row.provider,
        detail: { reason: 'contradicted', status: to, ...defined({ rawStatus }) },
      })
      .onConflictDoNothing()
      .returning({ id: disbursementEvents.id })
    if (noted.length === 0) return false
    const attentionReasons = withReasons(disbursements.attentionReasons, ['contradicted'])
    await tx
      .update(disbursements)
      .set({ attentionReasons, updatedAt: sql`now()` })
      .where(eq(disbursements.id, disbursementId))
    return true
  })
}

/**
 * A reading names another amount than was requested. After the end an operator is asked once, and not again about an amount that one has
 * accepted.
 * @returns whether this is new.
 */
export async function askAboutAmount(db: Database, disbursementId: string): Promise<boolean> {
  const wasAsked = sql`EXISTS (SELECT FROM ${disbursementEvents} WHERE ${disbursementEvents.disbursementId} = ${disbursements.id}
    AND type = 'needsAttention' AND detail->>'reason' = 'amountMismatch')`
  return askAbout(db, DISBURSEMENTS, disbursementId, 'amountMismatch', {
    only: or(mayStillEnd(), sql`NOT ${wasAsked}`),
  })
}
