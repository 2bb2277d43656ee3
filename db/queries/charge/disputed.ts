/** What a payment's disputes allow, as SQL in a statement on its charge's row. */
import { and, eq, isNotNull, not, type SQL, sql } from 'drizzle-orm'
import { bringsMoney, isDisputed } from '../../../domain/charge.ts'
import { YOUNG_DISPUTE_MS } from '../../../domain/dispute.ts'
import type { Queryable } from '../../client.ts'
import { given } from '../../prepared.ts'
import { charges, disputes, webhookEvents } from '../../schema/index.ts'
import { disputeIsWon } from '../movement/statuses.ts'
import type { Transition } from './transitions.ts'

/** What became known after this is newer than a reading, or may be: its provider's answers lag, and its clock is another. */
export const knownAtReading = (begunAt: SQL) =>
  sql`(least(coalesce(${begunAt}::timestamptz, now()), now()) - ${`${YOUNG_DISPUTE_MS} milliseconds`}::interval)`
const KNOWN = knownAtReading(given('begunAt'))

const ofPayment = sql`dispute.charge_id = charges.id
  AND dispute.transaction_id IS NOT DISTINCT FROM coalesce(${given('transactionId')}::text, charges.transaction_id)`

/** What a payment's disputes say of news of it. */
export interface DisputeFacts {
  /** A dispute allows the payment to become paid again (`isWon`), or was already decided against this news (`isJudged`). */
  isWon: boolean
  isJudged: boolean
  /** The news is a reading that may be older than a dispute. */
  isOutdated: boolean
  /** The news is a reading that agrees with an operator's word about a dispute. */
  isAgreed: boolean
  /** How many of them were won. */
  won: number
}

/** The provider's reading, or an operator, says that the disputed payment is kept. */
const isWon = sql<boolean>`${given('mayWin')}::boolean AND EXISTS (SELECT FROM ${disputes} dispute
  WHERE ${ofPayment} AND NOT ${disputeIsWon(sql`dispute.state`)} AND (${given('isOperators')}::boolean OR dispute.opened_at < ${KNOWN}))`

/** The reading may have begun before the bank took the money: that it says paid is no news. */
const isOutdated = sql<boolean>`${given('isReading')}::boolean AND EXISTS (SELECT FROM ${disputes} dispute
  WHERE ${ofPayment} AND NOT dispute.asked AND dispute.opened_at >= ${KNOWN})`

/** The provider's reading says what an operator had said: the payment is kept. */
const isAgreed = sql<boolean>`${given('isReadPaid')}::boolean AND EXISTS (SELECT FROM ${disputes} dispute
  WHERE ${ofPayment} AND ${disputeIsWon(sql`dispute.state`)} AND NOT dispute.asked AND dispute.closed_by IS NOT NULL AND NOT dispute.agreed
    AND dispute.opened_at < ${KNOWN})`

/** The stored webhook had come before the dispute was decided. False for a reading, and for a webhook that an operator delivers again. */
const isOlder = sql`coalesce(dispute.closed_at > (SELECT received_at FROM ${webhookEvents} WHERE id = ${given('notice')}::uuid), false)`

/**
 * It says that the bank has taken the payment, and a dispute about that was won. It is no news in three cases:
 * - Its webhook had come before the dispute was won.
 * - It is a reading, and an operator's word won the dispute, with which no reading has agreed yet: the provider may keep its old word.
 * - It is a reading, and the dispute was won so recently that the reading may have begun before.
 * A dispute of money that the bank had only asked for decides nothing about money that it takes.
 */
const isJudged = sql<boolean>`${given('isDisputed')}::boolean AND EXISTS (SELECT FROM ${disputes} dispute
  WHERE ${ofPayment} AND ${disputeIsWon(sql`dispute.state`)} AND NOT dispute.asked AND (${isOlder}
    OR ${given('isPoll')}::boolean AND ((dispute.closed_by IS NOT NULL AND NOT dispute.agreed) OR dispute.closed_at >= ${KNOWN})))`

const won = sql<number>`(SELECT count(*)::int FROM ${disputes} dispute WHERE ${ofPayment} AND ${disputeIsWon(sql`dispute.state`)})`

export const disputeFacts = { isWon, isJudged, isOutdated, isAgreed, won }

/** The values of the facts' placeholders. */
export function disputeGivens({ of, to, cause, isRead, begunAt, notice }: Transition) {
  const isOperators = cause === 'operator'
  const isPoll = cause === 'poll'
  const isReading = isPoll || isRead === true
  return {
    transactionId: of?.transactionId ?? null,
    isOperators,
    isReading,
    begunAt: begunAt ?? null,
    mayWin: isOperators || isReading,
    isReadPaid: isPoll && bringsMoney(to),
    isPoll,
    isDisputed: isDisputed(to),
    notice: notice && !notice.isConfirmed ? notice.id : null,
  }
}

/** Whether a dispute with the money already taken is so young that a reading may be older than it. */
export async function isFreshlyDisputed(db: Queryable, chargeId: string, begunAt?: string): Promise<boolean> {
  const rows = await db
    .select({ id: disputes.id })
    .from(disputes)
    .where(
      and(
        eq(disputes.chargeId, chargeId),
        not(disputes.asked),
        sql`${disputes.openedAt} >= ${knownAtReading(sql`${begunAt ?? null}`)}`,
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** Remembers that a reading agrees with the operator who said that this payment's disputes were won. */
export async function noteAgreed(db: Queryable, { chargeId, of }: Transition): Promise<void> {
  const own = sql`(SELECT ${charges.transactionId} FROM ${charges} WHERE ${charges.id} = ${chargeId})`
  const isOfPayment = sql`${disputes.transactionId} IS NOT DISTINCT FROM ${of?.transactionId ?? own}`
  await db
    .update(disputes)
    .set({ agreed: true })
    .where(
      and(
        eq(disputes.chargeId, chargeId),
        isOfPayment,
        disputeIsWon(disputes.state),
        not(disputes.asked),
        isNotNull(disputes.closedBy),
      ),
    )
}
