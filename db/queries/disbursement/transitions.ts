/** Moves a disbursement to another status, together with the effect on its charge. Safe to repeat. */
import { and, eq, isNotNull, isNull, not, or, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { EventCause } from '../../../domain/cause.ts'
import { answeredBy, type Decided, isDoubt } from '../../../domain/decision.ts'
import { defined } from '../../../domain/defined.ts'
import {
  ANSWERED_BY_DISBURSEMENT_NEWS,
  canDisbursementMove,
  DISBURSEMENT_NEWS,
  type DisbursementAttention,
  type DisbursementStatus,
  isDisbursementSettled,
  isPaidOut,
} from '../../../domain/disbursement.ts'
import { OUR_MESSAGES } from '../../../domain/our-messages.ts'
import { ASKED_INSTEAD } from '../../../domain/payment.ts'
import { ProviderError } from '../../../domain/provider-error.ts'
import type { Database, Queryable } from '../../client.ts'
import { isUniqueViolation } from '../../errors.ts'
import { disbursementAttempts, disbursementEvents, disbursements, payments } from '../../schema/index.ts'
import { flagAttention } from '../charge/transitions.ts'
import { askAbout, writeDecision } from '../movement/asking.ts'
import { hasReason, withoutReasons, withReasons } from '../movement/attention-reasons.ts'
import { historyRow } from '../movement/history.ts'
import { attemptIsUncertain, chargeBringsMoney, disbursementWaits } from '../movement/statuses.ts'
import { DISBURSEMENTS } from '../movement/tables.ts'
import { appendDisbursementEvents, type DisbursementEventDraft } from './events.ts'
import { findInstead, giveBack } from './give-back.ts'
import { mayStillEnd } from './open.ts'
import type { DisbursementRow } from './read.ts'
import { canStillCount, isOutdated, isPaidAfterReturn, isPaidBeforeEnd, reasonsBy, reversalBy } from './reversal.ts'

export interface DisbursementTransition {
  disbursementId: string
  to: DisbursementStatus
  cause: EventCause
  /** Identifies the event, so that a repeat writes no second row, e.g. `poll/APPROVED`. */
  key: string
  rawStatus?: string
  unmapped?: boolean
  /** The provider's id, if it is new. */
  externalId?: string
  /** ISO 8601 UTC, if the provider states it, or when its notice came. */
  approvedAt?: string
  /** The reason for the refusal, letter for letter. */
  message?: string
  by?: string
  /** Only while no attempt has a provider's id: what a provider has may be paid. */
  unsent?: true
  /** Only while its status is that of a word that no table maps. */
  whileUnmapped?: true
  /** When it was said, if that may be earlier than now: it is older than what was said since. */
  saidAt?: string
  /** The status, as far as it was known, when this was judged or its provider was asked. */
  from?: DisbursementStatus
}

export interface DisbursementOutcome {
  /** False if the transition is not allowed, or was already recorded. */
  moved: boolean
  /** Nothing was recorded: it would undo a status that came after it was judged (`from`), so it is to be judged, or read, again. */
  isOvertaken?: true
  status: DisbursementStatus
  statusUnmapped: boolean
  needsAttention: boolean
  provider: string
  /** True if it waits in an unmapped word that the disbursement has not had before. */
  isNewWord?: boolean
}

/** The columns that decide whether a disbursement moves, and what follows. */
export type MovingDisbursement = Pick<
  DisbursementRow,
  | 'id'
  | 'kind'
  | 'status'
  | 'statusUnmapped'
  | 'approvedAt'
  | 'attention'
  | 'attentionReasons'
  | 'provider'
  | 'chargeId'
  | 'paymentId'
  | 'policy'
  | 'amount'
>

export const MOVING =
  sql.raw(`id, kind, status, status_unmapped AS "statusUnmapped", approved_at AS "approvedAt", attention,
  attention_reasons AS "attentionReasons", provider, charge_id AS "chargeId", payment_id AS "paymentId", policy,
  amount::float8 AS amount`)

/** @returns undefined if there is no such disbursement. */
export async function applyDisbursementTransition(
  db: Database,
  transition: DisbursementTransition,
): Promise<DisbursementOutcome | undefined> {
  return db
    .transaction((tx) => moveDisbursement(tx, transition))
    .catch((error: unknown) => {
      if (isUniqueViolation(error)) throw new ProviderError('Mismatch', OUR_MESSAGES.otherMovement)
      throw error
    })
}

/** As applyDisbursementTransition, within the caller's transaction. */
export async function moveDisbursement(
  tx: Queryable,
  transition: DisbursementTransition,
): Promise<DisbursementOutcome | undefined> {
  const [row] = await tx.execute<MovingDisbursement & Record<string, unknown>>(
    sql`SELECT ${MOVING} FROM ${disbursements} WHERE id = ${transition.disbursementId} FOR NO KEY UPDATE`,
  )
  return row && moveLocked(tx, row, transition)
}

/** As moveDisbursement, for a row that the caller's transaction has locked. */
export async function moveLocked(
  tx: Queryable,
  row: MovingDisbursement,
  transition: DisbursementTransition,
): Promise<DisbursementOutcome> {
  const { disbursementId: id, to } = transition
  const stays = { ...outcomeOf(row), moved: false }
  if (transition.whileUnmapped && !row.statusUnmapped) return stays
  if (!isDisbursementSettled(to))
    return transition.unmapped ? { ...stays, ...(await doubtPending(tx, row, transition)) } : stays
  const reversal = reversalBy(row, transition)
  if (reversal && transition.from !== undefined && transition.from !== row.status)
    return { ...stays, isOvertaken: true }
  if (reversal && (await isPaidBeforeEnd(tx, row, transition)))
    return { ...stays, ...(await noteRefused(tx, row, transition, false)) }
  const isAllowed = reversal
    ? !isOutdated(row, transition) && (await canStillCount(tx, row))
    : canDisbursementMove(row.status, to, row.statusUnmapped)
  if (!isAllowed) return { ...stays, ...(await noteRefused(tx, row, transition, reversal !== undefined)) }
  // It cannot be called failed while an attempt may still be paying.
  if (!isPaidOut(to) && (await mayBePaying(tx, id, transition.unsent === true))) return stays
  const moved = await writeMove(tx, row, transition, reasonsBy(transition, reversal))
  if (!moved) return stays
  if (isPaidOut(to) && moved.chargeId) await giveBack(tx, moved, moved.chargeId, transition)
  if (!isPaidOut(to) && moved.chargeId) {
    // A policy's refund failed, so an operator must decide about the payment that it leaves.
    if (moved.policy && (await holdsMoney(tx, moved.paymentId)))
      await flagAttention(tx, moved.chargeId, ASKED_INSTEAD[moved.policy])
    await findInstead(tx, moved, moved.chargeId, transition)
  }
  return { ...outcomeOf(moved), moved: true }
}

async function holdsMoney(tx: Queryable, paymentId: string | null): Promise<boolean> {
  if (paymentId === null) return false
  const isHeld = and(eq(payments.id, paymentId), chargeBringsMoney(payments.state))
  return (await tx.select({ id: payments.id }).from(payments).where(isHeld)).length > 0
}

function outcomeOf({ status, statusUnmapped, attention, provider }: MovingDisbursement) {
  return { status, statusUnmapped, needsAttention: attention !== null, provider: provider ?? '' }
}

/** The provider's word is unmapped and counts as PENDING: nothing moves. Each word is recorded once, and an operator is asked. */
async function doubtPending(tx: Queryable, row: MovingDisbursement, { rawStatus, cause }: DisbursementTransition) {
  if (isDisbursementSettled(row.status)) return {}
  const detail = { reason: 'unmappedStatus', ...defined({ rawStatus }) }
  const key = `needsAttention/unmapped/${rawStatus}`
  const isNewWord = await appendDisbursementEvents(tx, row.id, [{ key, type: 'needsAttention', cause, detail }])
  if (!row.attentionReasons.includes('unmappedStatus')) {
    const attentionReasons = withReasons(disbursements.attentionReasons, ['unmappedStatus'])
    await tx.update(disbursements).set({ attentionReasons, updatedAt: sql`now()` }).where(eq(disbursements.id, row.id))
  }
  return { needsAttention: true, isNewWord }
}

/** Records a transition that is not allowed. If it contradicts what is known of a refund, an operator is asked too. */
async function noteRefused(
  tx: Queryable,
  row: MovingDisbursement,
  transition: DisbursementTransition,
  isReversal: boolean,
) {
  const { to: status, cause, key, rawStatus, unmapped, by, message } = transition
  if (status === row.status) return {}
  const isPaidAgain = await isPaidAfterReturn(tx, row, transition)
  const asks = isReversal || isPaidAgain || deniesRefund(row, transition) ? (['contradicted'] as const) : []
  const detail = defined({ status, rawStatus, unmapped: unmapped || undefined, by, message, reason: asks[0] })
  const ignored: DisbursementEventDraft = {
    key: `${isPaidAgain ? 'paidAgain' : 'ignored'}/${key}`,
    type: 'eventIgnored',
    cause,
    detail,
  }
  const noted = await tx
    .insert(disbursementEvents)
    .values({ disbursementId: row.id, ...historyRow(ignored) })
    .onConflictDoNothing()
    .returning({ id: disbursementEvents.id })
  if (noted.length === 0 || asks.length === 0) return {}
  const attentionReasons = withReasons(disbursements.attentionReasons, asks)
  await tx.update(disbursements).set({ attentionReasons, updatedAt: sql`now()` }).where(eq(disbursements.id, row.id))
  return { needsAttention: true }
}

const deniesRefund = ({ kind, status }: MovingDisbursement, { to, cause, unmapped }: DisbursementTransition): boolean =>
  kind === 'refund' && isPaidOut(status) && !isPaidOut(to) && !unmapped && (cause === 'webhook' || cause === 'poll')

async function mayBePaying(tx: Queryable, disbursementId: string, isUnsent: boolean): Promise<boolean> {
  const { id, state, outcome, externalId } = disbursementAttempts
  const isTaken = isUnsent ? or(eq(outcome, 'created'), isNotNull(externalId)) : undefined
  const rows = await tx
    .select({ id })
    .from(disbursementAttempts)
    .where(and(eq(disbursementAttempts.disbursementId, disbursementId), or(attemptIsUncertain(state), isTaken)))
  return rows.length > 0
}

/** Writes the history row and its effects in one statement. @returns undefined if it was already recorded. */
async function writeMove(
  tx: Queryable,
  row: MovingDisbursement,
  { to, key, cause, rawStatus, unmapped, by, message, approvedAt, externalId }: DisbursementTransition,
  reasons: readonly DisbursementAttention[],
): Promise<MovingDisbursement | undefined> {
  const isAfterEnd = isDisbursementSettled(row.status) && !row.statusUnmapped
  const detail = defined({ rawStatus, unmapped: unmapped || undefined, by, message })
  const left = withoutReasons(disbursements.attentionReasons, ANSWERED_BY_DISBURSEMENT_NEWS)
  const [moved] = await tx.execute<MovingDisbursement & Record<string, unknown>>(sql`
    WITH history AS (
      INSERT INTO ${disbursementEvents} (id, disbursement_id, key, type, "from", "to", cause, provider, detail)
      VALUES (${uuidv7()}, ${row.id}, ${isAfterEnd ? `${key}/after/${row.status}` : key}, 'statusChanged', ${row.status}, ${to},
        ${cause}, ${row.provider}, ${JSON.stringify(detail)})
      ON CONFLICT DO NOTHING
      RETURNING id
    )
    UPDATE ${disbursements} SET
      status = ${to}, status_unmapped = ${unmapped ?? false}, attention_reasons = ${withReasons(left, reasons)},
      ${isPaidOut(to) ? sql`approved_at = coalesce(${approvedAt ?? null}::timestamptz, now()),` : sql``}
      external_id = coalesce(${externalId ?? null}, external_id),
      failure_message = ${isPaidOut(to) ? null : sql`coalesce(${message ?? null}, failure_message)`},
      updated_at = now()
    WHERE id = ${row.id} AND EXISTS (SELECT FROM history)
    RETURNING ${MOVING}`)
  return moved
}

/**
 * Asks for an operator. An unknown outcome replaces a reason that nothing was sent. A disbursement whose answer is known gets no doubt
 * about its sending.
 * @returns false if the reason was already set, or no longer applies.
 */
export async function flagDisbursementAttention(
  db: Queryable,
  disbursementId: string,
  reason: DisbursementAttention,
  isSettledToo = (DISBURSEMENT_NEWS as readonly DisbursementAttention[]).includes(reason),
): Promise<boolean> {
  const isAboutSending = reason === 'unknownOutcome' || reason === 'providerUnreachable'
  return askAbout(db, DISBURSEMENTS, disbursementId, reason, {
    instead: reason === 'unknownOutcome' ? ['providerUnreachable'] : [],
    only: and(
      reason === 'providerUnreachable' ? not(hasReason(disbursements.attentionReasons, 'unknownOutcome')) : sql`true`,
      isSettledToo ? undefined : isDoubt(reason) ? disbursementWaits(disbursements.status) : mayStillEnd(),
      isAboutSending ? isNull(disbursements.externalId) : undefined,
      reason === 'awaitsApproval' ? eq(disbursements.approval, 'awaited') : undefined,
    ),
  })
}

/**
 * Records a decision's result and clears the doubts that it answers.
 * @param seen further reasons that the operator was shown and has settled.
 * @returns whether an operator is still needed.
 */
export async function recordDisbursementDecision(
  db: Queryable,
  disbursementId: string,
  decided: Decided,
  seen: readonly DisbursementAttention[] = [],
): Promise<boolean> {
  return writeDecision(db, DISBURSEMENTS, disbursementId, decided, [...answeredBy(decided), ...seen])
}
