/** What its disputes allow a payment, as conditions in a statement on its charge's row. */
import { and, eq, sql } from 'drizzle-orm'
import { isDisputed } from '../../../domain/charge.ts'
import { YOUNG_DISPUTE_MS } from '../../../domain/dispute.ts'
import type { Queryable } from '../../client.ts'
import { disputes } from '../../schema/index.ts'
import type { Transition } from './transitions.ts'

const YOUNG = sql`${`${YOUNG_DISPUTE_MS} milliseconds`}::interval`

const ofPayment = ({ of }: Transition) =>
  sql`dispute.charge_id = charges.id AND dispute.transaction_id IS NOT DISTINCT FROM coalesce(${of?.transactionId ?? null}::text, charges.transaction_id)`

/** The provider, when asked, or an operator says that the disputed payment stands. */
export function isWon(transition: Transition) {
  const { cause, isRead } = transition
  if (cause !== 'operator' && cause !== 'poll' && !isRead) return sql`false`
  const age = cause === 'operator' ? sql`true` : sql`dispute.opened_at < now() - ${YOUNG}`
  return sql`EXISTS (SELECT FROM ${disputes} dispute WHERE ${ofPayment(transition)} AND dispute.state <> 'WON' AND ${age})`
}

/** An operator has said that it was won: that a reading still has the old word is no news. */
export function isJudged(transition: Transition) {
  if (!isDisputed(transition.to) || transition.cause !== 'poll') return sql`false`
  return sql`EXISTS (SELECT FROM ${disputes} dispute WHERE ${ofPayment(transition)} AND dispute.state = 'WON' AND dispute.closed_by IS NOT NULL)`
}

/** Whether a dispute of the charge is so young that what a reading says may be from before it. */
export async function isFreshlyDisputed(db: Queryable, chargeId: string): Promise<boolean> {
  const rows = await db
    .select({ id: disputes.id })
    .from(disputes)
    .where(and(eq(disputes.chargeId, chargeId), sql`${disputes.openedAt} >= now() - ${YOUNG}`))
    .limit(1)
  return rows.length > 0
}
