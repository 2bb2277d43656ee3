/** Moves a charge from one status to another: one statement, safe to repeat. */
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { EventCause } from '../../../domain/cause.ts'
import { type AttentionReason, type ChargeStatus, isPaid, isRefunded, isSettled } from '../../../domain/charge.ts'
import { type Confirmable, confirmablesIn, DOUBTS, type Doubt, isDoubt } from '../../../domain/decision.ts'
import { defined } from '../../../domain/defined.ts'
import type { Database, Queryable } from '../../client.ts'
import { chargeEvents, charges } from '../../schema/index.ts'
import { findExternalRefund } from '../disbursement/external.ts'
import { askAbout } from '../movement/asking.ts'
import { hasReason, withoutReasons } from '../movement/attention-reasons.ts'
import { CHARGES } from '../movement/tables.ts'
import { conclude } from './conclusion.ts'
import { noteAgreed } from './disputed.ts'
import { appendEvents } from './events.ts'
import {
  type AccountTransaction,
  type ChargeSnapshot,
  type Conclusion,
  isSameTransaction,
  loadChargeSnapshot,
  writeConclusion,
} from './payments.ts'
import { noteUnmappedWord } from './unknown-words.ts'

export interface Transition {
  chargeId: string
  to: ChargeStatus
  cause: EventCause
  /** Identifies the event, so that a repeat writes no second row, e.g. `webhook/<event id>`. */
  key: string
  rawStatus?: string
  unmapped?: boolean
  by?: string
  /** The transaction that the event is about; by default the one that the charge shows. */
  of?: AccountTransaction
  /** The event is about the charge alone: it expired, was cancelled or was refused. Its code may still be paid. */
  givesUp?: true
  /** The provider has withdrawn the transaction's code at our request. */
  voided?: true
  /** The stored webhook that reports it. */
  notice?: ReportedBy
  /** The status comes from a reading, not only from a notice. */
  isRead?: boolean
  /** When the provider was asked, ISO 8601 UTC; by default just now. */
  begunAt?: string
  /** A notice that its provider can still be asked about: one that contradicts is not applied, but is to be read. */
  isReadable?: boolean
  /** Only while the charge's status is that of a word that no table maps. */
  whileUnmapped?: true
  /** The amount paid, if stated. Integer cents. */
  amount?: number
  /** For a refund of ours: the sum of all our refunds of the payment. Integer cents. */
  returned?: number
  refund?: { refundId: string; amount: number }
}

/** A stored webhook, and what is to be believed of it. */
export interface ReportedBy {
  id: string
  /** It says itself that money came, whatever the amount. Otherwise it was only a reason to read. */
  saysPaid: boolean
  /** An operator has it delivered again, and so says that it is news. That does not change when it came. */
  isConfirmed: boolean
}

export interface TransitionOutcome {
  /** False if the transition is not allowed, or was already recorded. */
  moved: boolean
  /** The charge's status now. */
  status: ChargeStatus
  needsAttention: boolean
  provider: string
  /** A word that no table maps was recorded just now. */
  isNewWord: boolean
  /** Nothing was recorded of the notice, because the provider is to be read first (`isReadable`). */
  mustBeRead?: true
}

/** Finds the stored webhook that said, before its charge was given up, that a payment had come. @returns its id. */
export type FindEarlier = (
  payment: Pick<AccountTransaction, 'accountId' | 'transactionId'>,
) => Promise<string | undefined>

/**
 * Applies an event about a payment: records what follows for the payment and its charge, or nothing. A database trigger writes the
 * sellers' events.
 * @param findEarlier asked about a payment that is late as far as the event tells.
 * @returns undefined if there is no such charge.
 * @throws Error (retry) if it is about a further payment, and which one that is has to be asked again.
 */
export async function applyTransition(
  db: Queryable,
  event: Transition,
  findEarlier?: FindEarlier,
): Promise<TransitionOutcome | undefined> {
  const { chargeId, unmapped } = event
  let transition = event
  for (;;) {
    const snapshot = await loadChargeSnapshot(db, transition)
    if (!snapshot) return undefined
    const { revision, status, reasons, provider } = snapshot
    if (isOvertaken(snapshot, transition)) throw new Error('Another payment of the transaction came first')
    const stays = {
      moved: false,
      status,
      needsAttention: reasons.length > 0,
      provider: provider ?? '',
      isNewWord: false,
    }
    if (transition.whileUnmapped && !snapshot.statusUnmapped) return stays
    if (snapshot.isAgreed) await noteAgreed(db, transition)
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
    const { conclusion, isEmpty, isIgnored, isUnsaid, isLate, isContradiction } = concluded
    if (isContradiction && transition.isReadable) return { ...stays, mustBeRead: true }
    const { payment } = conclusion
    const earlier = isLate && payment && transition === event ? await findEarlier?.(payment) : undefined
    if (earlier !== undefined) {
      transition = { ...event, notice: { id: earlier, saysPaid: true, isConfirmed: false } }
      continue
    }
    // A concurrent change came first. The conclusion is made again from the new rows.
    const left = isEmpty ? reasons : await write(db, transition, revision, conclusion)
    if (left === undefined) continue
    if (isIgnored) await noteIgnored(db, transition)
    const moved = conclusion.move !== undefined
    const isNewWord = unmapped === true && (moved || (isUnsaid && (await noteUnmappedWord(db, transition))))
    return { ...stays, moved, status: conclusion.status, needsAttention: left.length > 0 || isNewWord, isNewWord }
  }
}

/** Writes a conclusion. If the payment was fully returned, and not only by our refunds, it also records the external refund. */
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

/** It was found to be a further payment when another one was not known yet: with that one known, it may be the first. */
function isOvertaken({ payments: known }: ChargeSnapshot, { of }: Transition): boolean {
  if (!of?.beside || known.some((payment) => isSameTransaction(payment, of))) return false
  return known.some(({ accountId, transactionId }) => accountId === of.accountId && !of.beside?.includes(transactionId))
}

/** News without a transaction about a charge whose row has lost its own transaction: it may be about any. */
const isNameless = ({ own }: ChargeSnapshot, { of, givesUp }: Transition): boolean =>
  own === undefined && of === undefined && givesUp !== true

async function noteIgnored(db: Queryable, { chargeId, to: status, key, cause, ...said }: Transition): Promise<void> {
  if (!isSettled(status)) return
  const { rawStatus, unmapped, by, of } = said
  const orphanOf = of?.transactionId
  const detail = { ...defined({ rawStatus, unmapped: unmapped || undefined, by, orphanOf }), status }
  await appendEvents(db, chargeId, [{ key: `ignored/${key}`, type: 'eventIgnored', cause, detail }])
}

/** A new doubt replaces the previous one, because an operator decides about the open one. */
const others = (reason: Doubt) => DOUBTS.filter((doubt) => doubt !== reason && doubt !== 'noConfirmation')

/** The attention is only about a provider that did not answer. A notice that it does not confirm, or that was never applied, has its own event. */
const isSilence = () =>
  and(
    hasReason(charges.attentionReasons, 'unconfirmedNotice'),
    sql`NOT EXISTS (SELECT FROM ${chargeEvents} WHERE ${chargeEvents.chargeId} = ${charges.id} AND ${chargeEvents.key} LIKE ANY (ARRAY['unconfirmed/%', 'needsAttention/lost/%']))`,
  )

/**
 * Asks for an operator. Only the workflow raises doubts, and only one is open at a time. A doubt about the creation is dropped if the
 * transaction is already known, because a search or a retry runs concurrently with the workflow.
 * @param isCreating the workflow asks about the creation. After it, `providerUnreachable` is about the payment.
 */
export async function flagAttention(
  db: Queryable,
  chargeId: string,
  reason: AttentionReason,
  isCreating = false,
): Promise<void> {
  const isOfCreation = reason === 'unknownOutcome' || (isCreating && reason === 'providerUnreachable')
  await askAbout(db, CHARGES, chargeId, reason, {
    instead: isDoubt(reason) ? others(reason) : [],
    only: isOfCreation ? isNull(charges.transactionId) : undefined,
  })
}

/** The provider answers readings again, so the attention about its silence is cleared. */
export async function answerSilence(db: Database, chargeId: string): Promise<void> {
  await db
    .update(charges)
    .set({
      attentionReasons: withoutReasons(charges.attentionReasons, ['unconfirmedNotice']),
      updatedAt: sql`now()`,
    })
    .where(and(eq(charges.id, chargeId), isSilence()))
}

export interface ChargeFacts {
  status: ChargeStatus
  transactionId: string | null
  /** An operator is asked about a payment that a notice reports. */
  isPaymentAsked: boolean
  /** Which question about it is open. */
  asksAbout?: Confirmable
}

export async function readChargeFacts(db: Queryable, chargeId: string): Promise<ChargeFacts | undefined> {
  const { status, transactionId, attentionReasons: reasons } = charges
  const [row] = await db.select({ status, transactionId, reasons }).from(charges).where(eq(charges.id, chargeId))
  if (!row) return undefined
  const [asksAbout] = confirmablesIn(row.reasons)
  return {
    status: row.status,
    transactionId: row.transactionId,
    isPaymentAsked: asksAbout !== undefined,
    ...defined({ asksAbout }),
  }
}

/** The status that a workflow shows of its charge. */
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
