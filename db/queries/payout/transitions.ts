/** A payout's move to another status: harmless when repeated, and together with what it means for the charge. */

import { and, eq, isNull, not, or, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { EventCause } from '../../../domain/cause.ts'
import { answeredBy, type Decided, decisionEvent } from '../../../domain/decision.ts'
import { defined } from '../../../domain/defined.ts'
import { ASKED_INSTEAD } from '../../../domain/payment.ts'
import {
  ANSWERED_BY_PAYOUT_NEWS,
  canPayoutMove,
  isPaidOut,
  isPayoutSettled,
  PAYOUT_NEWS,
  type PayoutAttention,
  type PayoutEventType,
  type PayoutStatus,
  reversalOf,
} from '../../../domain/payout.ts'
import { ProviderError } from '../../../domain/provider-error.ts'
import type { Database, Queryable } from '../../client.ts'
import { isUniqueViolation } from '../../errors.ts'
import { charges, payments, payoutAttempts, payoutEvents, payouts } from '../../schema/index.ts'
import { applyTransition, flagAttention } from '../charge/transitions.ts'
import { hasReason, withoutReasons, withReasons } from '../movement/attention-reasons.ts'
import { approvedRefunds } from './create.ts'
import { findExternalRefund } from './external.ts'
import type { PayoutRow } from './read.ts'

export interface PayoutTransition {
  payoutId: string
  to: PayoutStatus
  cause: EventCause
  /** What makes the same fact the same row, e.g. `poll/APPROVED`. */
  key: string
  rawStatus?: string
  unmapped?: boolean
  /** The provider's id, where it is news. */
  externalId?: string
  /** ISO 8601 UTC, where the provider says. */
  approvedAt?: string
  /** Why it was refused, letter for letter. */
  message?: string
  by?: string
}

export interface PayoutOutcome {
  /** False when its life does not allow it, or it has happened before. */
  moved: boolean
  status: PayoutStatus
  statusUnmapped: boolean
  needsAttention: boolean
  provider: string
}

export interface PayoutEventDraft {
  key: string
  type: PayoutEventType
  cause: EventCause
  provider?: string
  at?: string
  detail?: Record<string, string | number | boolean>
}

/** @returns undefined when there is no such payout. */
export async function applyPayoutTransition(
  db: Database,
  transition: PayoutTransition,
): Promise<PayoutOutcome | undefined> {
  return db
    .transaction((tx) => movePayout(tx, transition))
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) throw new ProviderError('Mismatch', 'The provider speaks of another movement')
      throw error
    })
}

/** As applyPayoutTransition, within a transaction of the caller's. */
export async function movePayout(tx: Queryable, transition: PayoutTransition): Promise<PayoutOutcome | undefined> {
  const { payoutId, to } = transition
  const [row] = await tx.select().from(payouts).where(eq(payouts.id, payoutId)).for('no key update')
  if (!row) return undefined
  const stays = { ...outcomeOf(row), moved: false }
  if (!isPayoutSettled(to))
    return transition.unmapped ? { ...stays, ...(await doubtPending(tx, row, transition)) } : stays
  const reversal = reversalBy(row, transition)
  if (!reversal && !canPayoutMove(row.status, to, row.statusUnmapped)) return stays
  // Whether it failed is not known while an attempt may still be paying.
  if (!isPaidOut(to) && (await mayBePaying(tx, payoutId))) return stays
  if (!(await appendMove(tx, row, transition))) return stays

  const [moved] = await tx
    .update(payouts)
    .set({
      status: to,
      statusUnmapped: transition.unmapped ?? false,
      attentionReasons: withReasons(
        withoutReasons(payouts.attentionReasons, ANSWERED_BY_PAYOUT_NEWS),
        reasonsBy(transition, reversal),
      ),
      ...(isPaidOut(to) ? { approvedAt: transition.approvedAt ?? sql`now()` } : {}),
      ...defined({ externalId: transition.externalId, failureMessage: transition.message }),
      updatedAt: sql`now()`,
    })
    .where(eq(payouts.id, payoutId))
    .returning()
  if (!moved) return stays
  if (isPaidOut(to) && moved.chargeId) await giveBack(tx, moved, moved.chargeId, transition)
  if (!isPaidOut(to) && moved.chargeId) {
    // What did not go back by itself is an operator's to give back.
    if (moved.policy) await flagAttention(tx, moved.chargeId, ASKED_INSTEAD[moved.policy])
    await findInstead(tx, moved, moved.chargeId, transition)
  }
  return { ...outcomeOf(moved), moved: true }
}

/**
 * Only the provider reverses what has come to its end, and not by a word that nobody knows. That one which came back has been
 * paid is old news.
 */
export function reversalBy(
  { kind, status, statusUnmapped, approvedAt }: PayoutRow,
  { to, cause, unmapped }: Pick<PayoutTransition, 'to' | 'cause' | 'unmapped'>,
) {
  if (statusUnmapped || unmapped || (cause !== 'webhook' && cause !== 'poll')) return undefined
  if (isPaidOut(to) && approvedAt !== null) return undefined
  return reversalOf(kind, status, to)
}

function reasonsBy({ unmapped }: PayoutTransition, reversal: ReturnType<typeof reversalOf>): PayoutAttention[] {
  if (unmapped) return ['unmappedStatus']
  return reversal?.attention ? [reversal.attention] : []
}

function outcomeOf({ status, statusUnmapped, attention, provider }: PayoutRow) {
  return { status, statusUnmapped, needsAttention: attention !== null, provider: provider ?? '' }
}

/** The provider's word is unknown and counts as PENDING: nothing moves, but a person should know. */
async function doubtPending(tx: Queryable, row: PayoutRow, { rawStatus }: PayoutTransition) {
  if (isPayoutSettled(row.status) || row.attentionReasons.includes('unmappedStatus')) return {}
  const attentionReasons = withReasons(payouts.attentionReasons, ['unmappedStatus'])
  await tx.update(payouts).set({ attentionReasons, updatedAt: sql`now()` }).where(eq(payouts.id, row.id))
  const detail = { reason: 'unmappedStatus', ...defined({ rawStatus }) }
  const key = `needsAttention/unmapped/${rawStatus}`
  await appendPayoutEvents(tx, row.id, [{ key, type: 'needsAttention', cause: 'provider', detail }])
  return { needsAttention: true }
}

async function mayBePaying(tx: Queryable, payoutId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: payoutAttempts.id })
    .from(payoutAttempts)
    .where(and(eq(payoutAttempts.payoutId, payoutId), eq(payoutAttempts.state, 'sending')))
  return rows.length > 0
}

async function appendMove(tx: Queryable, row: PayoutRow, transition: PayoutTransition): Promise<boolean> {
  const { to, key, cause, rawStatus, unmapped, by, message } = transition
  const rows = await tx
    .insert(payoutEvents)
    .values({
      id: uuidv7(),
      payoutId: row.id,
      key: isPayoutSettled(row.status) && !row.statusUnmapped ? `${key}/after/${row.status}` : key,
      type: 'statusChanged',
      from: row.status,
      to,
      cause,
      provider: row.provider,
      detail: {
        ...defined({ rawStatus }),
        ...(unmapped ? { unmapped } : {}),
        ...defined({ by, message }),
      },
    })
    .onConflictDoNothing()
    .returning({ id: payoutEvents.id })
  return rows.length === 1
}

/**
 * The payment's part in an approved refund, and the charge's: the sum, the history, and REFUNDED once all of it has gone back.
 *
 * Locks here are no stronger than NO KEY UPDATE: a payout that is updated twice in one transaction has its foreign keys
 * checked, which shares the charge's row with every other refund of it, and a stronger lock would then deadlock.
 */
export async function giveBack(
  tx: Queryable,
  { id: refundId, amount, paymentId }: PayoutRow,
  chargeId: string,
  { cause, by }: Pick<PayoutTransition, 'cause' | 'by'>,
): Promise<void> {
  const [payment] = await tx
    .select()
    .from(payments)
    .where(eq(payments.id, paymentId ?? ''))
  if (!payment) throw new TypeError(`Refund ${refundId} goes against no payment`)
  const { transactionId, provider, providerAccountId: accountId } = payment
  await tx.select({ id: charges.id }).from(charges).where(eq(charges.id, chargeId)).for('no key update')
  await applyTransition(tx, {
    chargeId,
    to: 'REFUNDED',
    cause,
    key: `refund/${refundId}`,
    of: { accountId, transactionId, provider },
    returned: await approvedRefunds(tx, payment.id),
    refund: { refundId, amount },
    ...defined({ by }),
  })
}

/** It was not made: what went back all the same, and it might have accounted for, was somebody else's. */
async function findInstead(
  tx: Queryable,
  { paymentId }: PayoutRow,
  chargeId: string,
  { cause }: PayoutTransition,
): Promise<void> {
  const found = paymentId === null ? undefined : await findExternalRefund(tx, { chargeId, paymentId }, cause)
  if (found) await giveBack(tx, found, chargeId, { cause })
}

/**
 * Asks for a person. What nobody knows any more takes the place of what was certain; and a payout of which the provider's answer
 * is known is in no doubt any more.
 * @returns false where it stood already, or is asked of it no more.
 */
export async function flagPayoutAttention(
  db: Database,
  payoutId: string,
  reason: PayoutAttention,
  isSettledToo = (PAYOUT_NEWS as readonly PayoutAttention[]).includes(reason),
): Promise<boolean> {
  const isAboutSending = reason === 'unknownOutcome' || reason === 'providerUnreachable'
  const rows = await db
    .update(payouts)
    .set({
      attentionReasons: withReasons(
        withoutReasons(payouts.attentionReasons, reason === 'unknownOutcome' ? ['providerUnreachable'] : []),
        [reason],
      ),
      updatedAt: sql`now()`,
    })
    .where(
      and(
        eq(payouts.id, payoutId),
        not(hasReason(payouts.attentionReasons, reason)),
        reason === 'providerUnreachable' ? not(hasReason(payouts.attentionReasons, 'unknownOutcome')) : undefined,
        isSettledToo ? undefined : or(eq(payouts.status, 'PENDING'), eq(payouts.statusUnmapped, true)),
        isAboutSending ? isNull(payouts.externalId) : undefined,
        reason === 'awaitsApproval' ? eq(payouts.approval, 'awaited') : undefined,
      ),
    )
    .returning({ at: payouts.updatedAt })
  const at = rows[0]?.at
  if (at === undefined) return false
  await appendPayoutEvents(db, payoutId, [
    { key: `needsAttention/${at}`, type: 'needsAttention', cause: 'timer', detail: { reason } },
  ])
  return true
}

/**
 * Writes down what became of a decision; what was only a doubt is answered by it.
 * @param seen further reasons that the operator was shown and has settled.
 * @returns whether a person is still asked for.
 */
export async function recordPayoutDecision(
  db: Database,
  payoutId: string,
  decided: Decided,
  seen: readonly PayoutAttention[] = [],
): Promise<boolean> {
  const answered = [...answeredBy(decided), ...seen]
  const [row] = await db
    .update(payouts)
    .set({ attentionReasons: withoutReasons(payouts.attentionReasons, answered), updatedAt: sql`now()` })
    .where(eq(payouts.id, payoutId))
    .returning({ attention: payouts.attention })
  await appendPayoutEvents(db, payoutId, [decisionEvent(decided)])
  return row !== undefined && row.attention !== null
}

/** Appends to the history; rows that are there already stay as they are. */
export async function appendPayoutEvents(
  db: Queryable,
  payoutId: string,
  events: readonly PayoutEventDraft[],
): Promise<void> {
  const rows = events.map(({ key, type, cause, provider = null, at, detail = null }) => {
    return { id: uuidv7(), payoutId, key, type, cause, provider, detail, ...defined({ at }) }
  })
  await db.insert(payoutEvents).values(rows).onConflictDoNothing()
}
