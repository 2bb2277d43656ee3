/** Applies a provider's event to a charge. The event is loaded from the database, as it was stored and proved; the signal is only a key. */
import { setTimeout as sleep } from 'node:timers/promises'
import { ApplicationFailure } from '@temporalio/common'
import type { Database, Queryable } from '../db/client.ts'
import { noteReturn } from '../db/queries/charge/contradictions.ts'
import { isFreshlyDisputed } from '../db/queries/charge/disputed.ts'
import { noteMismatch as noteOtherAmount } from '../db/queries/charge/noticed.ts'
import { findPaidAmount, isTaken, notePaidAmount } from '../db/queries/charge/paid-amounts.ts'
import { findPaymentState, lockCharge } from '../db/queries/charge/payments.ts'
import { noteToldReturn } from '../db/queries/charge/told-returns.ts'
import { answerSilence, flagAttention, readChargeStanding, type Transition } from '../db/queries/charge/transitions.ts'
import { readDisputedAgain } from '../db/queries/reading/due.ts'
import { bringsMoney, type ChargeStatus, isDisputed, isPaid, isSettled } from '../domain/charge.ts'
import { defined } from '../domain/defined.ts'
import { NOT_OURS } from '../domain/provider-error.ts'
import type { Connections } from '../gateway/connection.ts'
import { agrees } from '../inbox/claims.ts'
import { askAgainAboutAmount } from '../inbox/other-amount.ts'
import { canBeRead, loadProvenEvent, type ProvenEvent } from '../inbox/proven.ts'
import { isReadingEvent } from '../workflows/messages.ts'
import type { ActivityDependencies } from './context.ts'
import { elapsedMs } from './elapsed.ts'
import { stillPending } from './failures.ts'
import { type SeenCharge, seeCharge } from './read-charge.ts'
import { type RecordedTransition, recordTransition } from './record-transition.ts'
import { hasGoneBack, returnOfAny } from './return-of-any.ts'
import { noteNotOurs, noteStillUnconfirmed, noteUnconfirmed, proofAsker } from './unconfirmed-notice.ts'
import { whichPayment } from './which-payment.ts'

export interface EventKey {
  chargeId: string
  eventId: string
}

export type LearntEvent =
  | { outcome: 'recorded'; recorded: RecordedTransition }
  /** The event changes nothing, or is about something else. */
  | { outcome: 'nothing' }

/** @returns undefined if no stored event of this charge has the key. */
export function loadEvent({ database, logger }: ActivityDependencies) {
  return async ({ chargeId, eventId }: EventKey): Promise<ProvenEvent | undefined> => {
    const event = await loadProvenEvent(database.writer, eventId)
    if (event?.chargeId === chargeId) return event
    logger.warn({ chargeId, eventId }, 'a signal names no event of its charge')
    return undefined
  }
}

/**
 * Records an event that is proved, or that the provider confirms at once.
 * @returns `look` if the provider must be asked, with retries, before the event is accepted.
 */
export function applyEvent(dependencies: ActivityDependencies, connections: Connections) {
  const load = loadEvent(dependencies)
  const record = recorder(dependencies)
  const look = quickLook(dependencies, connections)
  const askForProof = proofAsker(dependencies)
  const takeRow = rowTaker(dependencies)
  return async (key: EventKey): Promise<LearntEvent | { outcome: 'look' }> => {
    if (isReadingEvent(key.eventId)) return takeRow(key)
    const event = await load(key)
    if (!event) return { outcome: 'nothing' }
    if (event.isOther) {
      await askAgainAboutAmount(dependencies.database.writer, key.eventId)
      return takeRow(key)
    }
    if (event.unprovable) return askForProof(key, event)
    if (event.ofAny) return { outcome: 'look' }
    const read = async () => (await look(key, event)) ?? ({ outcome: 'look' } as const)
    if (event.unsureOf !== undefined) return read()
    const { trusted, mustBeRead, claim: status, rawStatus, unmapped, returnedElsewhere: returned } = event
    // Only a reading could interpret this return, and the provider has no reading.
    if (status === null && !canBeRead(event.provider)) {
      await noteToldReturn(dependencies.database.writer, key.chargeId, { ...event, of: event })
      return takeRow(key)
    }
    const amount = event.isProved ? event.amount : undefined
    if (trusted && returned !== undefined) {
      // The reading says who returned the money.
      await noteReturn(dependencies.database.writer, key.chargeId, { of: event, cause: 'webhook', returned })
    }
    if (!trusted || mustBeRead || status === null) return read()
    const learnt = await record(key, event, {
      status,
      isReadable: canBeRead(event.provider),
      ...defined({ rawStatus, unmapped: unmapped || undefined, amount }),
    })
    // Another notice of the payment was applied since this one was loaded.
    const isOvertaken = learnt.outcome === 'recorded' && learnt.recorded.mustBeRead === true
    return isOvertaken ? read() : learnt
  }
}

/** What an operator is asked, or a reading has recorded, is in the row: Temporal shows what the row says. */
function rowTaker({ database: { writer: db } }: ActivityDependencies) {
  return async ({ chargeId }: EventKey): Promise<LearntEvent> => {
    const standing = await readChargeStanding(db, chargeId)
    return standing ? { outcome: 'recorded', recorded: { moved: false, ...standing } } : { outcome: 'nothing' }
  }
}

/** How long a provider is asked about an event. */
export interface ConfirmationWaits {
  /** After this time without an answer, an operator is told that a notice is unconfirmed. */
  silentMs: number
  /** After this time the provider's reading is accepted instead of its notice. */
  confirmMs: number
}

/**
 * Reads the provider to confirm an event. A notice can be ahead of the provider's own reading, so the provider is read again for a
 * while. A claim that it never confirms is recorded and shown to an operator.
 * @throws ApplicationFailure StillPending (retry) until then, or the read's own failure.
 */
export function confirmEvent(dependencies: ActivityDependencies, connections: Connections) {
  const db = dependencies.database.writer
  const load = loadEvent(dependencies)
  const record = recorder(dependencies)
  const see = seeCharge(dependencies, connections)
  const judge = judgeOf(dependencies)
  const which = whichPayment(dependencies, connections)
  const takeRow = rowTaker(dependencies)
  const { isStated, readAll } = returnOfAny(dependencies, see)

  return async ({ confirmMs, silentMs, ...key }: EventKey & ConfirmationWaits): Promise<LearntEvent> => {
    const told = await load(key)
    if (!told) return { outcome: 'nothing' }
    if (told.ofAny) {
      const isListed = await isStated(told).catch((error) => tellOfSilence(key, silentMs, error))
      await answerSilence(db, key.chargeId)
      if (!isListed && elapsedMs() < confirmMs) throw stillPending('The provider does not list the return yet')
      if (!isListed) await noteUnconfirmed(db, key, told)
      await readAll(told)
      return takeRow(key)
    }
    const event = await which(key.eventId, told).catch((error) => tellOfSilence(key, silentMs, error))
    if (!event) {
      if (elapsedMs() < confirmMs) throw stillPending('The provider does not list the payment yet')
      await noteUnconfirmed(db, key, told)
      return takeRow(key)
    }
    const { transactionId, accountId, trusted } = event
    const seen = await see({ chargeId: key.chargeId, transactionId, accountId, trusted }).catch(async (error) => {
      if (error instanceof ApplicationFailure && error.type === NOT_OURS) return noteNotOurs(db, key, event)
      if (error instanceof ApplicationFailure && error.type === 'Mismatch') return noteUntaken(db, key, event)
      return tellOfSilence(key, silentMs, error)
    })
    await answerSilence(db, key.chargeId)
    if (!seen) return takeRow(key)
    if (statesOther(event, seen)) {
      await noteStated(key, event)
      return takeRow(key)
    }
    const { reading } = seen
    switch (await judge(key, event, seen)) {
      case 'tooYoung':
        throw stillPending('The dispute is too young for a reading to say that it was won')
      case 'notYet':
        if (elapsedMs() < confirmMs) throw stillPending('The provider does not confirm its own notice yet')
        await noteStillUnconfirmed(db, key, event)
        return record(key, event, { ...reading, isRead: true })
      case 'confirmed':
        return record(key, event, { ...reading, isRead: true })
    }
  }

  async function tellOfSilence({ chargeId }: EventKey, silentMs: number, error: unknown): Promise<never> {
    // Not a doubt of the workflow: a decision about a doubt that the workflow does not have would always be void.
    if (elapsedMs() > silentMs) await flagAttention(db, chargeId, 'unconfirmedNotice')
    throw error
  }

  /**
   * A proved amount is stored with the payment. An operator is asked about it; if the charge is paid, only while it differs from the
   * amount already known.
   */
  async function noteStated(key: EventKey, event: ProvenEvent): Promise<void> {
    const { chargeId } = key
    const { trusted, amount } = event
    const isOther = async (tx: Queryable): Promise<boolean> =>
      amount !== undefined &&
      (trusted
        ? await notePaidAmount(tx, chargeId, event, amount)
        : (await findPaidAmount(tx, chargeId, event)) !== amount)
    await db.transaction(async (tx) => {
      await lockCharge(tx, chargeId)
      // As it is by now: an operator may have taken the amount since it was read.
      const standing = await readChargeStanding(tx, chargeId)
      const isUnpaid = standing !== undefined && !isPaid(standing.status)
      if ((await isOther(tx)) || isUnpaid) await noteMismatch(tx, key, event)
    })
  }
}

/** The notice states another amount than was charged, and the provider's reading states none. */
const statesOther = ({ amount }: ProvenEvent, { reading: { status }, said, charge }: SeenCharge): boolean =>
  amount !== undefined &&
  amount !== charge.amount &&
  said.amount === undefined &&
  status !== null &&
  bringsMoney(status)

/** Records that another amount was paid than was charged. Asking the provider again would give the same answer. */
export async function noteMismatch(
  db: Queryable,
  { chargeId, eventId }: EventKey,
  event: ProvenEvent,
): Promise<undefined> {
  const { transactionId, claim, amount, rawStatus } = event
  const said = defined({ status: claim ?? undefined, amount, rawStatus })
  await noteOtherAmount(db, chargeId, { eventKey: eventId, transactionId, ...said })
}

/** As `noteMismatch`, unless the payment was taken since it was read. */
const noteUntaken = (db: Database, key: EventKey, event: ProvenEvent): Promise<undefined> =>
  db.transaction(async (tx) => ((await isTaken(tx, key.chargeId, event)) ? undefined : noteMismatch(tx, key, event)))

/** How long the local activity waits for the provider. After that, a normal activity waits, which operators can see. Most take half. */
const AT_ONCE_MS = 1_000
/** How many of these quick reads one worker runs at once. If a provider is slow or held back, the rest use the normal activity. */
const MOST_AT_ONCE = 10

/**
 * Reads the provider once within the local activity, so that a confirmation adds no events to the workflow's history. Any other
 * result is discarded, and the normal activity asks again with retries.
 */
function quickLook(dependencies: ActivityDependencies, connections: Connections) {
  const see = seeCharge(dependencies, connections)
  const record = recorder(dependencies)
  const judge = judgeOf(dependencies)
  const which = whichPayment(dependencies, connections)
  const lookAt = async (key: EventKey, told: ProvenEvent) => {
    const event = await which(key.eventId, told)
    if (!event) return undefined
    const { transactionId, accountId, trusted } = event
    return { event, seen: await see({ chargeId: key.chargeId, transactionId, accountId, trusted }) }
  }
  let underWay = 0
  return async (key: EventKey, told: ProvenEvent): Promise<LearntEvent | undefined> => {
    if (underWay >= MOST_AT_ONCE) return undefined
    underWay += 1
    const asked = lookAt(key, told)
      .catch(() => undefined)
      .finally(() => {
        underWay -= 1
      })
    const tooLate = new AbortController()
    const looked = await Promise.race([
      asked,
      sleep(AT_ONCE_MS, undefined, { signal: tooLate.signal }).catch(() => undefined),
    ])
    tooLate.abort()
    if (!looked || statesOther(looked.event, looked.seen)) return undefined
    const { event, seen } = looked
    const { reading } = seen
    if ((await judge(key, event, seen)) !== 'confirmed') return undefined
    await answerSilence(dependencies.database.writer, key.chargeId)
    return record(key, event, { ...reading, isRead: true })
  }
}

/** Compares a reading, and what is known of the payment, with an event's claim. */
function judgeOf({ database: { writer: db } }: ActivityDependencies) {
  return async (
    { chargeId }: EventKey,
    event: ProvenEvent,
    seen: SeenCharge,
  ): Promise<'confirmed' | 'notYet' | 'tooYoung'> => {
    const { status, begunAt } = seen.reading
    if (status && bringsMoney(status) && (await isFreshlyDisputed(db, chargeId, begunAt))) return 'tooYoung'
    if (event.isAnybodys) return hasGoneBack(seen, event.returned) ? 'confirmed' : 'notYet'
    const isSeen = agrees(event.claim, status) || agrees(event.claim, await findPaymentState(db, event))
    return isSeen ? 'confirmed' : 'notYet'
  }
}

type Told = Pick<Transition, 'rawStatus' | 'unmapped' | 'isRead' | 'begunAt' | 'isReadable' | 'amount'> & {
  status: ChargeStatus | null
}

function recorder(dependencies: ActivityDependencies) {
  const record = recordTransition(dependencies)
  return async (
    { chargeId, eventId }: EventKey,
    { notice: id, saysPaid, isConfirmed, transactionId, accountId, provider, attempt, beside }: ProvenEvent,
    { status, ...said }: Told,
  ): Promise<LearntEvent> => {
    const to = status ?? 'PENDING'
    const of = { transactionId, accountId, provider, attempt, ...defined({ beside }) }
    const notice = { id, saysPaid, isConfirmed }
    const recorded = await record({ chargeId, to, cause: 'webhook', key: `webhook/${eventId}`, notice, of, ...said })
    if (said.isRead && isDisputed(to)) {
      const { database, rhythm } = dependencies
      await readDisputedAgain(database.writer, { chargeId, of }, rhythm.onceMoreMs)
    }
    // Every charge begins as PENDING, so PENDING changes nothing. A word that no table maps is news.
    return !isSettled(to) && !said.unmapped ? { outcome: 'nothing' } : { outcome: 'recorded', recorded }
  }
}
