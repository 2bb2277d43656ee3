/** How an attempt at a payout ends: taken by the provider, not taken, or with nobody knowing. */

import { and, eq, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { EventCause } from '../../../domain/cause.ts'
import { defined } from '../../../domain/defined.ts'
import { ANSWERED_BY_PAYOUT_NEWS, type PayoutStatus } from '../../../domain/payout.ts'
import { ProviderError } from '../../../domain/provider-error.ts'
import type { Database } from '../../client.ts'
import { isUniqueViolation } from '../../errors.ts'
import type { ExchangeEntry } from '../../schema/charges.ts'
import { payoutAttempts, payouts } from '../../schema/index.ts'
import { withoutReasons } from '../movement/attention-reasons.ts'
import {
  findUncertainAttempt,
  lockPayout,
  type NewPayoutAttempt,
  ofPayoutRun,
  payoutAttemptColumns,
} from './attempts.ts'
import {
  appendPayoutEvents,
  applyPayoutTransition,
  movePayout,
  type PayoutEventDraft,
  type PayoutOutcome,
} from './transitions.ts'

/** A provider's answer, whichever kind of payout it is about. */
export interface PayoutAnswer {
  /** refundId or withdrawId; undefined where only its status is known. */
  externalId?: string
  status: PayoutStatus
  rawStatus?: string
  unmapped?: boolean
  approvedAt?: string
  by?: string
}

/**
 * One transaction: the attempt is answered, the payout has its id and status, its charge what follows from that. An attempt
 * whose row was lost while its request was under way gets one: the provider has the money to pay whatever our rows say.
 * @returns undefined when the attempt was over before, with another answer.
 */
export async function recordPayoutAnswered(
  db: Database,
  answered: {
    attempt: NewPayoutAttempt
    answer: PayoutAnswer
    cause: EventCause
    exchange?: ExchangeEntry[]
    workflowRunId?: string
    events: readonly PayoutEventDraft[]
  },
): Promise<PayoutOutcome | undefined> {
  const { attempt, answer, cause } = answered
  const { payoutId } = attempt
  const recording = db.transaction(async (tx) => {
    const [payout] = await tx.select().from(payouts).where(eq(payouts.id, payoutId)).for('no key update')
    if (!payout) return undefined
    const ending = {
      state: 'answered' as const,
      outcome: 'created' as const,
      externalId: answer.externalId ?? null,
      ...defined({ exchange: answered.exchange }),
      sealedJournal: null,
      errorKind: null,
      errorMessage: null,
      answeredAt: sql`now()`,
    }
    const ended = await tx
      .insert(payoutAttempts)
      .values({ ...payoutAttemptColumns(attempt), ...ending })
      .onConflictDoUpdate({
        target: [payoutAttempts.payoutId, payoutAttempts.number],
        set: ending,
        setWhere: sql`${payoutAttempts.state} <> 'answered'`,
      })
      .returning({ id: payoutAttempts.id })
    if (ended.length === 0) return undefined
    await tx
      .update(payouts)
      .set({
        provider: attempt.provider,
        providerAccountId: attempt.accountId,
        externalId: answer.externalId ?? null,
        attentionReasons: withoutReasons(payouts.attentionReasons, ANSWERED_BY_PAYOUT_NEWS),
        failureMessage: null,
        ...defined({ workflowRunId: answered.workflowRunId }),
        updatedAt: sql`now()`,
      })
      .where(eq(payouts.id, payoutId))
    await appendPayoutEvents(tx, payoutId, answered.events)
    const { status: to, ...facts } = answer
    return movePayout(tx, { payoutId, to, cause, key: factKey(cause, answer), ...facts })
  })
  return recording.catch(async (error: unknown) => {
    if (!isUniqueViolation(error)) throw error
    const { externalId } = answer
    if (externalId !== undefined && (await isSharedByCharge(db, payoutId, externalId))) {
      return recordPayoutAnswered(db, { ...answered, answer: { ...answer, externalId: attempt.reference } })
    }
    throw new ProviderError('Mismatch', 'The provider speaks of another movement')
  })
}

/** Some providers call every refund of a charge by the charge's own id, which tells none of them apart. */
async function isSharedByCharge(db: Database, payoutId: string, externalId: string): Promise<boolean> {
  const other = alias(payouts, 'other')
  const rows = await db
    .select({ id: other.id })
    .from(payouts)
    .innerJoin(other, and(eq(other.chargeId, payouts.chargeId), ne(other.id, payouts.id)))
    .where(and(eq(payouts.id, payoutId), eq(other.externalId, externalId)))
  return rows.length > 0
}

/**
 * The attempt ended without anything: the provider refused it (`refused`), or never had it (`absent`). An attempt of which
 * there is no row gets one, so that no run of it that is still alive can send any more.
 * @param ending `claimedBy`: the run that says so, or whose sending was looked up; another one's is not ended.
 * @returns false when it had ended otherwise before, or another run is sending.
 */
export async function recordPayoutNotMade(
  db: Database,
  attempt: NewPayoutAttempt,
  ending: {
    outcome: 'refused' | 'absent'
    errorKind: string
    errorMessage: string
    exchange?: ExchangeEntry[]
    workflowRunId?: string
    claimedBy: string | null
    events: readonly PayoutEventDraft[]
  },
): Promise<boolean> {
  const { outcome, claimedBy, errorKind, errorMessage, exchange, workflowRunId, events } = ending
  const ended = {
    state: 'answered' as const,
    outcome,
    errorKind,
    errorMessage,
    ...defined({ exchange }),
  }
  return db.transaction(async (tx) => {
    await lockPayout(tx, attempt.payoutId)
    const rows = await tx
      .insert(payoutAttempts)
      .values({ ...payoutAttemptColumns(attempt), ...ended, answeredAt: sql`now()` })
      .onConflictDoUpdate({
        target: [payoutAttempts.payoutId, payoutAttempts.number],
        set: { ...ended, answeredAt: sql`now()` },
        setWhere: ofPayoutRun(claimedBy),
      })
      .returning({ id: payoutAttempts.id })
    if (rows.length === 0) return false
    await tx
      .update(payouts)
      .set({
        provider: attempt.provider,
        providerAccountId: attempt.accountId,
        failureMessage: errorMessage,
        ...defined({ workflowRunId }),
        updatedAt: sql`now()`,
      })
      .where(eq(payouts.id, attempt.payoutId))
    await appendPayoutEvents(tx, attempt.payoutId, events)
    return true
  })
}

/** Nobody knows: the row stays `sending`, with what was seen, for the lookup and for a person. */
export async function recordPayoutUnknown(
  db: Database,
  attempt: NewPayoutAttempt,
  claimedBy: string,
  unknown: { errorKind: string; errorMessage: string; exchange: ExchangeEntry[]; events: readonly PayoutEventDraft[] },
): Promise<void> {
  const { errorKind, errorMessage, exchange, events } = unknown
  await db
    .update(payoutAttempts)
    .set({ errorKind, errorMessage, exchange })
    .where(and(eq(payoutAttempts.id, attempt.id), ofPayoutRun(claimedBy)))
  await appendPayoutEvents(db, attempt.payoutId, events)
}

/** What makes the same news the same row: a word that no table knows is not the same as one that means the same status. */
export function factKey(cause: EventCause, { status, unmapped, rawStatus }: PayoutAnswer): string {
  return unmapped ? `${cause}/${status}/${rawStatus}` : `${cause}/${status}`
}

/**
 * What a person says became of it, or what the provider has said to a person's question: about the attempt that nobody knows
 * of, or about the payout that the provider took.
 * @returns undefined when there is no such payout.
 */
export async function settlePayout(
  db: Database,
  payoutId: string,
  verdict: PayoutAnswer & { made: boolean; cause: EventCause; key: string },
): Promise<PayoutOutcome | undefined> {
  const { made, cause, key, ...answer } = verdict
  const { status: to, ...facts } = answer
  const attempt = await findUncertainAttempt(db, payoutId)
  const events: PayoutEventDraft[] = attempt
    ? [
        {
          key: `lookedUp/${attempt.number}`,
          type: 'lookedUp',
          cause,
          provider: attempt.provider,
          detail: { found: made },
        },
      ]
    : []
  if (attempt && made) {
    const outcome = await recordPayoutAnswered(db, { attempt, answer, cause, events })
    if (outcome) return outcome
  } else if (attempt) {
    const ending = {
      outcome: 'absent',
      claimedBy: attempt.claimedBy,
      errorKind: 'NotFound',
      errorMessage: 'A person says that nothing was made',
    } as const
    const recorded = await recordPayoutNotMade(db, attempt, { ...ending, events })
    // Somebody has just written down its answer, which the person did not know: nothing moves.
    if (!recorded) return applyPayoutTransition(db, { payoutId, to: 'PENDING', cause, key })
  }
  return applyPayoutTransition(db, { payoutId, to, cause, key, ...facts })
}
