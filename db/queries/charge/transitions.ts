/** A charge's move from one status to another: one statement, harmless when repeated. */

import { and, eq, isNull, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import type { EventCause } from '../../../domain/cause.ts'
import {
  ATTENTION_REASONS,
  type AttentionReason,
  type ChargeStatus,
  isPaid,
  isRefunded,
  isSettled,
  MONEY_REASONS,
} from '../../../domain/charge.ts'
import { answeredBy, type Decided, DOUBTS, type Doubt, isDoubt, OTHER_AMOUNT } from '../../../domain/decision.ts'
import { defined } from '../../../domain/defined.ts'
import type { Database, Queryable } from '../../client.ts'
import { chargeEvents, charges } from '../../schema/index.ts'
import { findExternalRefund } from '../disbursement/external.ts'
import { askAbout, writeDecision } from '../movement/asking.ts'
import { hasReason, withoutReasons, withReasons } from '../movement/attention-reasons.ts'
import { CHARGES } from '../movement/tables.ts'
import { conclude, keysOf } from './conclusion.ts'
import { appendEvents } from './events.ts'
import {
  type AccountTransaction,
  type ChargeSnapshot,
  type Conclusion,
  loadChargeSnapshot,
  writeConclusion,
} from './payments.ts'

export interface Transition {
  chargeId: string
  to: ChargeStatus
  cause: EventCause
  /** What makes the same fact the same row, e.g. `webhook/<event id>`. */
  key: string
  rawStatus?: string
  unmapped?: boolean
  by?: string
  /** The transaction that the fact is about; left out, the one that the charge shows. */
  of?: AccountTransaction
  /** It is about the charge alone: it expired, was cancelled or was refused. Its code may still be paid. */
  givesUp?: true
  /** The provider has withdrawn the transaction's code for us. */
  voided?: true
  /** The provider said so when it was asked, and not only in a notice. */
  isRead?: boolean
  /** What was paid, where that is said. Integer cents. */
  amount?: number
  /** Of a refund of ours: what all of them have given back of the payment. Integer cents. */
  returned?: number
  refund?: { refundId: string; amount: number }
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

/**
 * Hears what is said of a payment, and writes down what follows for it and for its charge, or nothing. What sellers are told of
 * it is written by the database itself.
 * @returns undefined when there is no such charge.
 */
export async function applyTransition(db: Queryable, transition: Transition): Promise<TransitionOutcome | undefined> {
  const { chargeId, unmapped } = transition
  for (;;) {
    const snapshot = await loadChargeSnapshot(db, transition, keysOf(transition))
    if (!snapshot) return undefined
    const { revision, status, reasons, provider } = snapshot
    const stays = {
      moved: false,
      status,
      needsAttention: reasons.length > 0,
      provider: provider ?? '',
      isNewWord: false,
    }
    if (isNameless(snapshot, transition)) {
      await noteIgnored(db, transition)
      if (isPaid(transition.to)) await flagAttention(db, chargeId, 'orphanPayment')
      return { ...stays, needsAttention: stays.needsAttention || isPaid(transition.to) }
    }
    const concluded = conclude(chargeId, snapshot, transition)
    if (!concluded) {
      await noteIgnored(db, transition)
      return stays
    }
    const { conclusion, isEmpty, isIgnored, isUnsaid } = concluded
    // Somebody else was faster: with what they wrote it is concluded again.
    const left = isEmpty ? reasons : await write(db, transition, revision, conclusion)
    if (left === undefined) continue
    if (isIgnored) await noteIgnored(db, transition)
    const moved = conclusion.move !== undefined
    const isNewWord = unmapped === true && (moved || (isUnsaid && (await noteUnmappedWord(db, transition))))
    return { ...stays, moved, status: conclusion.status, needsAttention: left.length > 0 || isNewWord, isNewWord }
  }
}

/** A payment that went back whole, and not by a refund of ours alone, did so by somebody else's. */
async function write(
  db: Queryable,
  { chargeId, cause, refund }: Transition,
  revision: number,
  conclusion: Conclusion,
): Promise<AttentionReason[] | undefined> {
  const { payment } = conclusion
  if (!payment || !isRefunded(payment.state) || refund) return writeConclusion(db, chargeId, revision, conclusion)
  return db.transaction(async (tx) => {
    const left = await writeConclusion(tx, chargeId, revision, conclusion)
    if (left !== undefined) await findExternalRefund(tx, { chargeId, paymentId: payment.id }, cause)
    return left
  })
}

/** News of a transaction that nobody names, of a charge whose row has lost its own: it may be any. */
const isNameless = ({ own }: ChargeSnapshot, { of, givesUp }: Transition): boolean =>
  own === undefined && of === undefined && givesUp !== true

async function noteIgnored(db: Queryable, { chargeId, to: status, key, cause, ...said }: Transition): Promise<void> {
  if (!isSettled(status)) return
  const { rawStatus, unmapped, by, of } = said
  const orphanOf = of?.transactionId
  const detail = { ...defined({ rawStatus, unmapped: unmapped || undefined, by, orphanOf }), status }
  await appendEvents(db, chargeId, [{ key: `ignored/${key}`, type: 'eventIgnored', cause, detail }])
}

/**
 * A word that no table knows and that moves nothing, as where unknown words wait: it is kept, and a person is asked.
 * @returns false when this charge has had the word before.
 */
export async function noteUnmappedWord(
  db: Queryable,
  { chargeId, cause, rawStatus, of }: Omit<Transition, 'to' | 'key'>,
): Promise<boolean> {
  const orphanOf = of?.transactionId
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

/** One doubt takes the place of another: an operator decides about the one that stands. */
const others = (reason: Doubt) => DOUBTS.filter((doubt) => doubt !== reason && doubt !== 'noConfirmation')

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
export async function flagAttention(db: Queryable, chargeId: string, reason: AttentionReason): Promise<void> {
  await askAbout(db, CHARGES, chargeId, reason, {
    instead: isDoubt(reason) ? others(reason) : [],
    only: reason === 'unknownOutcome' ? isNull(charges.transactionId) : undefined,
  })
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
 * news of money, or another amount, that was not shown to them.
 * @param seen the reasons that were shown, of a charge that is settled.
 * @returns whether a person is still asked for.
 */
export async function recordChargeDecision(
  db: Database,
  chargeId: string,
  decided: Decided,
  seen: readonly string[] = [],
): Promise<boolean> {
  const isPartial = decided.kind === 'retry' || decided.became === 'void'
  const stays: readonly string[] = [...MONEY_REASONS, OTHER_AMOUNT]
  const others = isPartial ? [] : ATTENTION_REASONS.filter((reason) => !stays.includes(reason))
  return writeDecision(db, CHARGES, chargeId, decided, [...answeredBy(decided), ...others, ...seen])
}

export interface ChargeFacts {
  status: ChargeStatus
  transactionId: string | null
}

export async function readChargeFacts(db: Queryable, chargeId: string): Promise<ChargeFacts | undefined> {
  const { status, transactionId } = charges
  const [row] = await db.select({ status, transactionId }).from(charges).where(eq(charges.id, chargeId))
  return row
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
