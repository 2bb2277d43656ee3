/** Looks up, at the provider, the outcome of a charge's attempt whose answer was lost. It is never guessed. */
import type { ApplicationFailure } from '@temporalio/common'
import { attemptReference } from '../db/attempt-ids.ts'
import type { Database } from '../db/client.ts'
import { recordCreated, recordNotCreated } from '../db/queries/charge/attempt-ends.ts'
import { type AttemptSnapshot, holdAttempt, loadAttempt, type NewAttempt } from '../db/queries/charge/attempts.ts'
import { flagAttention } from '../db/queries/charge/transitions.ts'
import { hasAnswer, isUncertain } from '../domain/attempt.ts'
import { bringsMoney, isSettled } from '../domain/charge.ts'
import { defined } from '../domain/defined.ts'
import { cents } from '../domain/money.ts'
import { OUR_MESSAGES } from '../domain/our-messages.ts'
import type { PaymentMethod } from '../domain/payment-method.ts'
import { asksForAnother } from '../domain/pix-code.ts'
import { ProviderError } from '../domain/provider-error.ts'
import { statusOf, type TransactionReading, type TransactionResult } from '../domain/transaction.ts'
import { type Connections, openConnection } from '../gateway/connection.ts'
import { type Connection, drive } from '../gateway/drive.ts'
import { findNoticedAmount } from '../inbox/noticed-amount.ts'
import { provesAbsence } from '../providers/kit/idempotency.ts'
import {
  type AttemptKey,
  createdOutcome,
  type MadeCharge,
  madeCharge,
  mayBeElsewhere,
  newAttempt,
  referenceOf,
} from './attempt-charge.ts'
import { absentEnding, lookedUpEvent } from './attempt-events.ts'
import type { ActivityDependencies } from './context.ts'
import { elapsedMs, unsettledMs } from './elapsed.ts'
import { askAgain, searchOnce, stillPending, toFailure } from './failures.ts'
import { tellOfForgotten } from './forgotten.ts'
import { noteMismatch } from './provider-event.ts'
import { runId } from './sending.ts'

const DAY_MS = 24 * 60 * 60 * 1000

type TakesAmount = boolean | 'unpaid'

export type LookUpOutcome =
  | MadeCharge
  | { outcome: 'absent' }
  /** The charge's row is gone, which proves nothing: what was sent may have been paid, and no other try follows it. */
  | { outcome: 'abandoned' }
  /**
   * The provider has no lookup, or a card that was not found may have been charged by another merchant, whose keys the account had before.
   * `mayHaveCharged`: true for a card, which is charged when sent; a code that no buyer saw is not paid.
   */
  | { outcome: 'impossible'; mayHaveCharged: boolean }
  /** Not found now, which proves nothing. Returned only with `once`. `unsettledMs`: the request may still be processed for so long. */
  | { outcome: 'notFound'; unsettledMs?: number }

/**
 * Finds the transaction by our reference and records it, or records that there is none.
 * @param key `once`: an operator decides now, so the search does not wait for a transaction to appear. `takesAmount`: as in
 *   adoptTransaction; `unpaid`: only if the transaction is not paid yet. `doubtedAt`: when the answer was lost, by default when the
 *   attempt was begun.
 * @returns `impossible` if no search can answer.
 * @throws ApplicationFailure StillPending (retry) while the provider may still be working on it, or the read's own failure: final only
 *   with `once`, or if the provider does not support it.
 */
export function lookUpAttempt(dependencies: ActivityDependencies, connections: Connections) {
  const db = dependencies.database.writer
  const tell = tellOfForgotten(dependencies)
  return async ({
    once = false,
    takesAmount = false,
    doubtedAt,
    ...key
  }: AttemptKey & { once?: boolean; takesAmount?: TakesAmount; doubtedAt?: string }): Promise<LookUpOutcome> => {
    const asking = once ? read : readPatiently
    const snapshot = await loadAttempt(db, key)
    if (!snapshot) {
      await tell(key.accountId, referenceOf(key), {})
      return { outcome: 'abandoned' }
    }
    const made = madeCharge(snapshot)
    if (made) return made
    // Even if the attempt's row is lost, it was begun no earlier than the charge.
    const begunAt = new Date(snapshot.attempt?.createdAt ?? snapshot.charge.createdAt).toISOString()
    const attempt = { ...newAttempt(key, snapshot), createdAt: begunAt }
    if (snapshot.attempt && hasAnswer(snapshot.attempt.state)) {
      const late = snapshot.attempt.transactionId
      // Answered without a transaction: nothing was created. With a later attempt, the charge continued there.
      if (late === null || snapshot.next) return { outcome: 'absent' }
      const connection = await openReadingConnection(connections, snapshot, attempt, asking)
      const reading = await readTransaction(connection, snapshot, late, asking)
      return record(dependencies, snapshot, attempt, reading, takesAmount)
    }
    if (!isUncertain(snapshot.attempt?.state)) await holdAttempt(db, attempt)
    const connection = await openReadingConnection(connections, snapshot, attempt, asking)
    const { lookup } = connection.provider
    const { paymentMethod } = snapshot.charge
    const impossible = { outcome: 'impossible', mayHaveCharged: paymentMethod === 'CREDIT_CARD' } as const
    if (lookup === null) return impossible
    const search = () =>
      drive(
        connection,
        connection.provider.findTransaction(
          { reference: attemptReference(attempt.id), paymentMethod, createdAt: begunAt },
          connection.context,
        ),
      )
    const reading = await asking(once ? () => searchOnce(search) : search)
    if (reading) return record(dependencies, snapshot, attempt, reading, takesAmount)
    // A request that was cut off may still be processed, and a provider's search may lag behind its data. This search began after the
    // attempt was last sent, which may be long after the attempt was created.
    const searchedMs = elapsedMs()
    const isElsewhere = mayBeElsewhere(snapshot)
    const isAbsent =
      searchedMs >= dependencies.settleMs && !isElsewhere && provesAbsence(lookup, begunAt, snapshot.now, searchedMs)
    if (!isAbsent && once) {
      const left = unsettledMs(dependencies, { doubtedAt, begunAt, now: snapshot.now })
      const mayHaveCharged = isElsewhere && impossible.mayHaveCharged
      return left === undefined && mayHaveCharged
        ? impossible
        : { outcome: 'notFound', ...defined({ unsettledMs: left }) }
    }
    if (!isAbsent) throw stillPending('Not at the provider yet')
    return recordAbsent(db, attempt, snapshot.attempt?.claimedBy ?? null)
  }
}

/**
 * Reads the transaction that a webhook or an operator named, and records it as the attempt's.
 * `trusted`: a signature or an operator vouches for the id; without that, only our own reference proves that it is ours.
 * `takesAmount`: an operator who saw that the provider reports another amount, or none, accepts the transaction.
 * @throws ApplicationFailure of the read; NotFound if the provider does not know the id.
 */
export function adoptTransaction(dependencies: ActivityDependencies, connections: Connections) {
  return async ({
    takesAmount = false,
    ...key
  }: AttemptKey & { transactionId: string; trusted: boolean; takesAmount?: boolean }): Promise<LookUpOutcome> => {
    const snapshot = await loadAttempt(dependencies.database.writer, key)
    if (!snapshot) return { outcome: 'absent' }
    const attempt = newAttempt(key, snapshot)
    const connection = await openReadingConnection(connections, snapshot, attempt, read)
    const reading = await readTransaction(connection, snapshot, key.transactionId, read)
    const reference = attemptReference(attempt.id)
    const isOurs = reading.reference === undefined ? key.trusted : reading.reference === reference
    if (!isOurs) throw toFailure(new ProviderError('NotFound', OUR_MESSAGES.transactionOfOtherAttempt), false)
    return record(dependencies, snapshot, attempt, reading, takesAmount)
  }
}

/** The connection for reading. It needs no card token. */
export function openReadingConnection(
  connections: Connections,
  { account, platform, charge, now }: AttemptSnapshot,
  { id }: NewAttempt,
  asking: Asking,
): Promise<Connection> {
  return asking(() => openConnection(connections, account, platform, { now, id, charge }))
}

export function readTransaction(
  connection: Connection,
  { charge: { paymentMethod } }: AttemptSnapshot,
  transactionId: string,
  asking: Asking,
): Promise<TransactionReading> {
  return asking(() =>
    drive(connection, connection.provider.readTransaction({ transactionId, paymentMethod }, connection.context)),
  )
}

/** Closes the attempt, so that no run of it that is still alive can send. */
async function recordAbsent(db: Database, attempt: NewAttempt, claimedBy: string | null): Promise<LookUpOutcome> {
  const ending = absentEnding(attempt, claimedBy, 'The provider has no such transaction')
  const recorded = await recordNotCreated(db, attempt, ending)
  if (!recorded) throw stillPending('The attempt has already ended another way')
  return { outcome: 'absent' }
}

/** How a provider is asked: what of its failures is final. */
type Asking = <T>(ask: () => Promise<T>) => Promise<T>

/** For an answer that is awaited now: a refusal is final. */
const read: Asking = (ask) => failingAs((error) => toFailure(error, true), ask)

/**
 * For an answer that may come at any time: the keys may be replaced, and the firewall mended, so no refusal ends it. Only a provider that
 * cannot be asked at all does.
 */
export const readPatiently: Asking = (ask) =>
  failingAs((error) => (error.kind === 'NotSupported' ? toFailure(error, false) : askAgain(error)), ask)

async function failingAs<T>(failure: (error: ProviderError) => ApplicationFailure, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ProviderError) throw failure(error)
    throw error
  }
}

async function record(
  { database }: ActivityDependencies,
  snapshot: AttemptSnapshot,
  attempt: NewAttempt,
  reading: TransactionReading,
  takesAmount: TakesAmount,
): Promise<LookUpOutcome> {
  const { charge } = snapshot
  const db = database.writer
  const amount = cents(charge.amount)
  const status = statusOf(reading, amount)
  const isPaid = status !== null && bringsMoney(status)
  const isUnstated = reading.amount === undefined
  const of = { accountId: attempt.accountId, transactionId: reading.transactionId }
  const noticed = isUnstated && isPaid ? await findNoticedAmount(db, charge, of) : undefined
  // A reading without an amount does not clear an earlier answer, or a notice, that stated another amount.
  const isStatedOther = isUnstated
    ? noticed !== undefined || snapshot.attempt?.errorKind === 'Mismatch'
    : reading.amount !== amount
  const isToPay = status === null || !isSettled(status)
  const isOther = isStatedOther || (isToPay && asksForAnother(reading.pixCode, amount))
  if (isOther && (!takesAmount || (takesAmount === 'unpaid' && isPaid))) {
    if (noticed) await noteMismatch(db, { chargeId: charge.id, eventId: noticed.eventId }, noticed.event)
    else await flagAttention(db, charge.id, 'amountMismatch')
    throw toFailure(new ProviderError('Mismatch', OUR_MESSAGES.transactionOfOtherAmount), false)
  }
  const expiresAt = reading.expiresAt ?? defaultExpiry(charge.paymentMethod, attempt.createdAt)
  const result: TransactionResult = {
    ...reading,
    status,
    paymentMethod: charge.paymentMethod,
    amount,
    ...defined({ expiresAt }),
  }
  const { transactionId } = result
  const recorded = await recordCreated(db, {
    attempt,
    result,
    ...defined({ stated: reading.amount ?? noticed?.event.amount }),
    exchange: snapshot.attempt?.exchange ?? [],
    workflowRunId: runId(),
    reopens: true,
    events: [lookedUpEvent(attempt, 'poll', { found: true, transactionId })],
  }).catch((error: unknown) => {
    // A transaction of another charge is never adopted, even if an operator names it.
    if (error instanceof ProviderError) throw toFailure(new ProviderError('InvalidRequest', error.message), false)
    throw error
  })
  if (recorded) return createdOutcome(attempt.accountId, result)
  // Another run of the attempt recorded it first, or the search had been given up and the transaction is an orphan.
  const made = (await loadAttempt(db, attempt))?.made
  return made?.transactionId === transactionId ? createdOutcome(attempt.accountId, result) : { outcome: 'absent' }
}

/** A Pix code is valid for a day unless its provider says otherwise. A search result does not always state the expiry. */
function defaultExpiry(method: PaymentMethod, createdAt: string): string | undefined {
  if (method !== 'PIX') return undefined
  return new Date(Date.parse(createdAt) + DAY_MS).toISOString()
}
