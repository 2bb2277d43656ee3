/** Watches an attempt whose answer was lost, of a charge that another transaction has paid: the attempt may be paid too. */
import { attemptReference } from '../db/attempt-ids.ts'
import { recordSecond } from '../db/queries/charge/attempt-ends.ts'
import { type AttemptSnapshot, loadAttempt, type NewAttempt } from '../db/queries/charge/attempts.ts'
import { hasAnswer, isMade } from '../domain/attempt.ts'
import { isSettled } from '../domain/charge.ts'
import { defined } from '../domain/defined.ts'
import { cents } from '../domain/money.ts'
import { statusOf, type TransactionReading } from '../domain/transaction.ts'
import type { Connections } from '../gateway/connection.ts'
import { drive } from '../gateway/drive.ts'
import { type AttemptKey, newAttempt } from './attempt-charge.ts'
import { lookedUpEvent } from './attempt-events.ts'
import type { ActivityDependencies } from './context.ts'
import { stillPending } from './failures.ts'
import { openReadingConnection, readPatiently, readTransaction } from './look-up-attempt.ts'
import { runId } from './sending.ts'

/**
 * Returns once the attempt can no longer be paid, or if the provider cannot be asked. Its retry interval paces it.
 * @throws ApplicationFailure StillPending (retry) until then, or the read's own failure.
 */
export function watchSecondPayment(dependencies: ActivityDependencies, connections: Connections) {
  const db = dependencies.database.writer
  return async (key: AttemptKey): Promise<void> => {
    const snapshot = await loadAttempt(db, key)
    if (!snapshot || isMade(snapshot.attempt?.outcome)) return
    const attempt = newAttempt(key, snapshot)
    const reading = await find(snapshot, attempt)
    if (reading === undefined) return
    if (reading === null) throw stillPending('Not at the provider')
    const { charge } = snapshot
    const { transactionId, amount: stated } = reading
    const status = statusOf(reading, charge.amount)
    await recordSecond(db, {
      attempt,
      result: { ...reading, status, paymentMethod: charge.paymentMethod, amount: cents(charge.amount) },
      ...defined({ stated }),
      exchange: snapshot.attempt?.exchange ?? [],
      workflowRunId: runId(),
      events: [lookedUpEvent(attempt, 'poll', { found: true, transactionId })],
    })
    if (status === null || !isSettled(status)) throw stillPending('It may still be paid')
  }

  /** @returns null if the provider does not have it; undefined if the provider cannot be asked. */
  async function find(snapshot: AttemptSnapshot, attempt: NewAttempt): Promise<TransactionReading | null | undefined> {
    const connection = await openReadingConnection(connections, snapshot, attempt, readPatiently)
    const known = snapshot.attempt?.transactionId
    if (known) return readTransaction(connection, snapshot, known, readPatiently)
    if (hasAnswer(snapshot.attempt?.state) || connection.provider.lookup === null) return undefined
    const { paymentMethod, createdAt } = snapshot.charge
    const begunAt = new Date(snapshot.attempt?.createdAt ?? createdAt).toISOString()
    const question = { reference: attemptReference(attempt.id), paymentMethod, createdAt: begunAt }
    return readPatiently(() => drive(connection, connection.provider.findTransaction(question, connection.context)))
  }
}
