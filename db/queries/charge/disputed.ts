/** What its disputes allow a payment, as conditions in a statement on its charge's row. */
import { and, eq, not, sql } from 'drizzle-orm'
import { isDisputed } from '../../../domain/charge.ts'
import { YOUNG_DISPUTE_MS } from '../../../domain/dispute.ts'
import type { Queryable } from '../../client.ts'
import { given } from '../../prepared.ts'
import { disputes } from '../../schema/index.ts'
import type { Transition } from './transitions.ts'

const YOUNG = sql`${`${YOUNG_DISPUTE_MS} milliseconds`}::interval`

const ofPayment = sql`dispute.charge_id = charges.id
  AND dispute.transaction_id IS NOT DISTINCT FROM coalesce(${given('transactionId')}::text, charges.transaction_id)`

/** The provider, when asked, or an operator says that the disputed payment stands. */
export const isWon = sql<boolean>`${given('mayWin')}::boolean AND EXISTS (SELECT FROM ${disputes} dispute
  WHERE ${ofPayment} AND dispute.state <> 'WON' AND (${given('isOperators')}::boolean OR dispute.opened_at < now() - ${YOUNG}))`

/**
 * An operator has said that it was won, or a reading that began before has just ended: that it has the old word is no news. Of a
 * payment that was only asked for, that it was taken is.
 */
export const isJudged = sql<boolean>`${given('isReadDisputed')}::boolean AND EXISTS (SELECT FROM ${disputes} dispute
  WHERE ${ofPayment} AND dispute.state = 'WON' AND NOT dispute.asked AND (dispute.closed_by IS NOT NULL OR dispute.closed_at >= now() - ${YOUNG}))`

/** What these conditions are given. */
export function disputeGivens({ of, to, cause, isRead }: Transition) {
  const isOperators = cause === 'operator'
  const isPoll = cause === 'poll'
  return {
    transactionId: of?.transactionId ?? null,
    isOperators,
    mayWin: isOperators || isPoll || isRead === true,
    isReadDisputed: isPoll && isDisputed(to),
  }
}

/** Whether a dispute about money that is gone is so young that what a reading says may be from before it. */
export async function isFreshlyDisputed(db: Queryable, chargeId: string): Promise<boolean> {
  const rows = await db
    .select({ id: disputes.id })
    .from(disputes)
    .where(and(eq(disputes.chargeId, chargeId), not(disputes.asked), sql`${disputes.openedAt} >= now() - ${YOUNG}`))
    .limit(1)
  return rows.length > 0
}
