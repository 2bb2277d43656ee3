/** A charge's move from one status to another: one statement, harmless when repeated. */

import { and, eq, isNull, not, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { ATTENTION_REASONS, type AttentionReason, MONEY_REASONS } from '../../../domain/attention.ts'
import type { EventCause } from '../../../domain/charge-events.ts'
import {
  bringsMoney,
  CHARGE_STATUSES,
  type ChargeStatus,
  canMove,
  canRestore,
  isLatePayment,
  isPaid,
  isSettled,
} from '../../../domain/charge-status.ts'
import { answeredBy, type Decided, DOUBTS, type Doubt, decisionEvent, isDoubt } from '../../../domain/decision.ts'
import { defined } from '../../../domain/defined.ts'
import type { Database, Queryable } from '../../client.ts'
import { chargeEvents, charges } from '../../schema/index.ts'
import { hasReason, withoutReasons, withReasons } from '../movement/attention-reasons.ts'
import { noteContradiction, noteEarlierPayment } from './contradictions.ts'
import { isJudged, isWon } from './disputed.ts'
import { appendEvents } from './events.ts'

export interface Transition {
  chargeId: string
  to: ChargeStatus
  cause: EventCause
  /** What makes the same fact the same row, e.g. `webhook/<event id>`. */
  key: string
  rawStatus?: string
  unmapped?: boolean
  by?: string
  /** The transaction that the fact is about, when it is not the one that the charge shows. */
  orphanOf?: string
  /** The provider said so when it was asked, and not only in a notice. */
  isRead?: boolean
}

export interface TransitionOutcome {
  /** False when the table of transitions does not allow it, or it has happened before. */
  moved: boolean
  /** The charge's status now. */
  status: ChargeStatus
  needsAttention: boolean
  provider: string
  /** A word that no table knows was written down just now. */
  isNewWord: boolean
}

interface MovedRow extends Record<string, unknown> {
  from: ChargeStatus | null
  moved: boolean
  status: ChargeStatus
  reasons: AttentionReason[]
  provider: string | null
}

/** Reasons that were only about not knowing: a settled charge answers them. */
export const ANSWERED_BY_NEWS: AttentionReason[] = [
  'unmappedStatus',
  'unknownOutcome',
  'providerUnreachable',
  'workflowLost',
  'workflowStuck',
  'disputeWon',
]

/**
 * Moves the charge and appends the event, or does nothing. What sellers are told of it is written by the database itself.
 * @returns undefined when there is no such charge.
 */
export async function applyTransition(db: Queryable, transition: Transition): Promise<TransitionOutcome | undefined> {
  const { chargeId, to, cause, key, rawStatus, unmapped, by, orphanOf } = transition
  const allowedFrom = CHARGE_STATUSES.filter((from) => canMove(from, to))
  const lateFrom = CHARGE_STATUSES.filter((from) => isLatePayment(from, to))
  const restoredFrom = CHARGE_STATUSES.filter((from) => canRestore(from, to))
  const reason = attentionOf(transition)
  const isLate = sql`NOT current.status_unmapped AND event."from" IN ${lateFrom.length > 0 ? lateFrom : ['']}`
  const added = reason
    ? sql`ARRAY[${reason}::text]`
    : sql`CASE WHEN ${isLate} THEN ARRAY['latePayment'] ELSE '{}'::text[] END`
  const detail = {
    ...defined({ rawStatus }),
    ...(unmapped ? { unmapped } : {}),
    ...defined({ by, orphanOf }),
  }
  const rows = await db.execute<MovedRow>(sql`
    WITH current AS (
      SELECT * FROM ${charges} WHERE ${charges.id} = ${chargeId} FOR NO KEY UPDATE
    ), event AS (
      INSERT INTO ${chargeEvents} (id, charge_id, key, type, "from", "to", cause, provider, detail)
      SELECT ${uuidv7()}::uuid, id, ${key}, 'statusChanged', status, ${to}, ${cause}, provider, ${JSON.stringify(detail)}::jsonb
      FROM current
      WHERE (status IN ${allowedFrom.length > 0 ? allowedFrom : ['']} AND NOT ${isJudged(transition)})
        OR (status IN ${restoredFrom.length > 0 ? restoredFrom : ['']} AND ${isWon(transition)})
      ON CONFLICT (charge_id, key) DO NOTHING
      RETURNING charge_id, "from"
    ), moved AS (
      UPDATE ${charges} SET
        status = ${to},
        status_unmapped = ${unmapped ?? false},
        attention_reasons = ${withReasons(withoutReasons(sql`current.attention_reasons`, ANSWERED_BY_NEWS), added)},
        refunded_amount = CASE WHEN ${to} = 'REFUNDED' THEN ${charges.amount} ELSE ${charges.refundedAmount} END,
        paid_at = CASE WHEN ${to} = 'APPROVED' THEN coalesce(${charges.paidAt}, now()) ELSE ${charges.paidAt} END,
        updated_at = now()
      FROM event, current WHERE ${charges.id} = event.charge_id
      RETURNING ${charges}.*
    )
    SELECT
      EXISTS (SELECT FROM event) AS moved,
      current.status AS "from",
      current.provider,
      coalesce((SELECT status FROM moved), current.status) AS status,
      CASE WHEN EXISTS (SELECT FROM moved) THEN (SELECT attention_reasons FROM moved) ELSE current.attention_reasons END AS reasons
    FROM current`)
  const row = rows[0]
  if (!row) return undefined
  const isIgnored = !row.moved && row.status !== to
  if (isIgnored && isSettled(to)) {
    await appendEvents(db, chargeId, [
      { key: `ignored/${key}`, type: 'eventIgnored', cause, detail: { ...detail, status: to } },
    ])
  }
  const isContradicted = !row.moved && (await noteContradiction(db, transition, row.status, detail))
  if (bringsMoney(to) && isPaid(row.status) && row.reasons.includes('orphanPayment'))
    await noteEarlierPayment(db, transition)
  const isNewWord = unmapped
    ? row.moved || ((isIgnored || !isSettled(to)) && (await noteUnmappedWord(db, transition)))
    : false
  return {
    moved: row.moved,
    status: row.status,
    needsAttention: row.reasons.length > 0 || isNewWord || isContradicted,
    provider: row.provider ?? '',
    isNewWord,
  }
}

/**
 * A word that no table knows and that moves nothing, as where unknown words wait: it is kept, and a person is asked.
 * @returns false when this charge has had the word before.
 */
export async function noteUnmappedWord(
  db: Queryable,
  { chargeId, cause, rawStatus, orphanOf }: Omit<Transition, 'to' | 'key'>,
): Promise<boolean> {
  const detail = {
    reason: 'unmappedStatus',
    unmapped: true,
    ...defined({ rawStatus, orphanOf }),
  }
  const rows = await db.execute<{ id: string }>(sql`
    WITH event AS (
      INSERT INTO ${chargeEvents} (id, charge_id, key, type, cause, provider, detail)
      SELECT ${uuidv7()}::uuid, id, ${`unmapped/${rawStatus ?? ''}`}, 'needsAttention', ${cause}, provider, ${JSON.stringify(detail)}::jsonb
      FROM ${charges} WHERE ${charges.id} = ${chargeId}
      ON CONFLICT (charge_id, key) DO NOTHING
      RETURNING charge_id AS id
    ), flagged AS (
      UPDATE ${charges} SET
        attention_reasons = ${withReasons(charges.attentionReasons, ['unmappedStatus'])},
        status_unmapped = ${charges.statusUnmapped} OR ${charges.status} = 'PENDING',
        updated_at = now()
      FROM event WHERE ${charges.id} = event.id
    )
    SELECT id FROM event`)
  return rows.length > 0
}

function attentionOf({ unmapped, orphanOf }: Transition): AttentionReason | null {
  if (orphanOf !== undefined) return 'orphanPayment'
  return unmapped ? 'unmappedStatus' : null
}

/** One doubt takes the place of another: an operator decides about the one that stands. */
const others = (reason: Doubt) =>
  DOUBTS.filter((doubt) => doubt !== reason && doubt !== 'noConfirmation') as AttentionReason[]

/** A notice that the provider has not answered about: one that it does not confirm has an event of its own. */
const isSilence = () =>
  and(
    hasReason(charges.attentionReasons, 'unconfirmedNotice'),
    sql`NOT EXISTS (SELECT FROM ${chargeEvents} WHERE ${chargeEvents.chargeId} = ${charges.id} AND ${chargeEvents.key} LIKE 'unconfirmed/%')`,
  )

/**
 * Asks for a person. Of the doubts, which only its workflow raises, one stands at a time; and a doubt about the creation that
 * comes after the transaction is none any more (the search that found it runs beside the workflow that doubts).
 */
export async function flagAttention(db: Database, chargeId: string, reason: AttentionReason): Promise<void> {
  const rows = await db
    .update(charges)
    .set({
      attentionReasons: withReasons(withoutReasons(charges.attentionReasons, isDoubt(reason) ? others(reason) : []), [
        reason,
      ]),
      updatedAt: sql`now()`,
    })
    .where(
      and(
        eq(charges.id, chargeId),
        not(hasReason(charges.attentionReasons, reason)),
        reason === 'unknownOutcome' ? isNull(charges.transactionId) : undefined,
      ),
    )
    .returning({ at: charges.updatedAt })
  const at = rows[0]?.at
  if (at === undefined) return
  await appendEvents(db, chargeId, [
    { key: `needsAttention/${at}`, type: 'needsAttention', cause: 'timer', detail: { reason } },
  ])
}

/** The provider answers again about a notice. */
export async function answerSilence(db: Database, chargeId: string): Promise<void> {
  await db
    .update(charges)
    .set({
      attentionReasons: withoutReasons(charges.attentionReasons, ['unconfirmedNotice']),
      updatedAt: sql`now()`,
    })
    .where(and(eq(charges.id, chargeId), isSilence()))
}

/**
 * Writes down what became of a decision. A retry leaves what it looks into; whoever resolves or cancels answers everything but
 * news of money that was not shown to them.
 * @param seen the reasons that were shown.
 * @returns whether a person is still asked for.
 */
export async function recordChargeDecision(
  db: Database,
  chargeId: string,
  decided: Decided,
  seen: readonly string[] = [],
): Promise<boolean> {
  const isPartial = decided.kind === 'retry' || decided.became === 'void'
  const stays: readonly string[] = MONEY_REASONS
  const answered = isPartial
    ? answeredBy(decided)
    : [...ATTENTION_REASONS.filter((reason) => !stays.includes(reason)), ...seen]
  const [row] = await db
    .update(charges)
    .set({ attentionReasons: withoutReasons(charges.attentionReasons, answered), updatedAt: sql`now()` })
    .where(eq(charges.id, chargeId))
    .returning({ attention: charges.attention })
  await appendEvents(db, chargeId, [decisionEvent(decided)])
  return row !== undefined && row.attention !== null
}

export interface ChargeFacts {
  status: ChargeStatus
  /** The transaction that the charge shows its buyer. */
  own?: { transactionId: string; accountId: string }
}

/** As `readChargeFacts`, and nobody else moves the charge before the transaction ends. */
export async function lockChargeFacts(tx: Queryable, chargeId: string): Promise<ChargeFacts | undefined> {
  await tx.select({ id: charges.id }).from(charges).where(eq(charges.id, chargeId)).for('no key update')
  return readChargeFacts(tx, chargeId)
}

export async function readChargeFacts(db: Queryable, chargeId: string): Promise<ChargeFacts | undefined> {
  const [row] = await db
    .select({ status: charges.status, transactionId: charges.transactionId, accountId: charges.providerAccountId })
    .from(charges)
    .where(eq(charges.id, chargeId))
  if (!row) return undefined
  const { status, transactionId, accountId } = row
  return { status, ...(transactionId !== null && accountId !== null ? { own: { transactionId, accountId } } : {}) }
}

/** What a workflow shows of its charge. */
export async function readChargeStanding(
  db: Queryable,
  chargeId: string,
): Promise<{ status: ChargeStatus; needsAttention: boolean } | undefined> {
  const [row] = await db
    .select({ status: charges.status, attention: charges.attention })
    .from(charges)
    .where(eq(charges.id, chargeId))
  return row && { status: row.status, needsAttention: row.attention !== null }
}
