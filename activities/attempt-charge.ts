/** One try of a charge at one provider account. Safe to run again, whatever the last run managed to do. */

import { attemptId } from '../db/attempt-ids.ts'
import { forgetCodeOfCharge } from '../db/queries/card/security-codes.ts'
import { recordCreated, recordNotCreated, recordUnknown, releaseAttempt } from '../db/queries/charge/attempt-ends.ts'
import {
  type AttemptSnapshot,
  claimAttempt,
  loadAttempt,
  type NewAttempt,
  saveJournal,
  supersedeBefore,
} from '../db/queries/charge/attempts.ts'
import { appendEvents } from '../db/queries/charge/events.ts'
import { flagAttention } from '../db/queries/charge/transitions.ts'
import { pendingWebhooksFor } from '../db/queries/webhook/inbox.ts'
import type { ChargeStatus } from '../domain/charge.ts'
import { defined } from '../domain/defined.ts'
import { isNotProcessed, isRefusal, ProviderError } from '../domain/provider-error.ts'
import type { TransactionResult } from '../domain/transaction.ts'
import type { Connections } from '../gateway/connection.ts'
import { drive } from '../gateway/drive.ts'
import { type AttemptJournal, hasAcceptedMoney, openJournal } from '../gateway/journal.ts'
import { deliverWebhookEvent } from '../inbox/deliver.ts'
import { isKeyLive } from '../providers/kit/idempotency.ts'
import { type AttemptConnection, openAttemptConnection } from './attempt-connection.ts'
import { notYetEvent, sentEvent, unknownEvents } from './attempt-events.ts'
import type { ActivityDependencies } from './context.ts'
import { toFailure } from './failures.ts'
import { hadNotedSending, noteSending, withHeartbeat } from './heartbeat.ts'
import { asNotSent, assertFresh, inDoubt, newRun, retryWrite, runId } from './sending.ts'
import { transactionRequest } from './transaction-request.ts'
import { readerWaker } from './wake-reader.ts'

export interface AttemptKey {
  chargeId: string
  accountId: string
  /** 1 for the first try of the charge, whichever account it is at. */
  number: number
}

export type AttemptOutcome =
  | {
      outcome: 'created'
      /** Which account holds the transaction. */
      accountId: string
      transactionId: string
      status: ChargeStatus | null
      rawStatus?: string
      unmapped?: boolean
      expiresAt?: string
    }
  | { outcome: 'refused'; kind: string; message: string }
  /** Nothing came of this attempt, and another one at the same account was begun, or may be. */
  | { outcome: 'again' }
  /** The charge is gone: whoever asked for it was told that it was not made. */
  | { outcome: 'abandoned' }

/**
 * @throws ApplicationFailure with the error's kind as its type: NotSent and RateLimited may be repeated; OutcomeUnknown,
 * MalformedResponse and Mismatch must be looked up first.
 */
export function attemptCharge(dependencies: ActivityDependencies, connections: Connections) {
  const db = dependencies.database.writer
  const wake = readerWaker(dependencies)
  return (key: AttemptKey) => withHeartbeat(() => run(key))

  async function run(key: AttemptKey): Promise<AttemptOutcome> {
    const startedAt = performance.now()
    const snapshot = await loadAttempt(db, key)
    if (!snapshot) return { outcome: 'abandoned' }
    const known = knownOutcome(key, snapshot)
    if (known) return known

    const attempt = newAttempt(key, snapshot)
    if (key.number > 1) await supersedeBefore(db, attempt)
    const isLost = snapshot.attempt === null && hadNotedSending()
    const hadBegun = snapshot.attempt?.state === 'sending' || isLost
    const connection = await openAttemptConnection(connections, snapshot, attempt).catch((error: unknown) => {
      if (error instanceof ProviderError) return error
      throw error
    })
    const repeatable =
      !(connection instanceof ProviderError) &&
      isKeyLive(connection.provider.idempotency, attempt.createdAt, snapshot.now) &&
      !isLost
    if (hadBegun && !repeatable) {
      throw toFailure(new ProviderError('OutcomeUnknown', 'An earlier run of this attempt had begun to send'), false)
    }
    if (!(connection instanceof ProviderError))
      return send(snapshot, attempt, connection, { repeatable, hadBegun, startedAt, run: newRun() })
    if (hasAcceptedMoney(snapshot.attempt?.sealedJournal ?? null, dependencies.sealKey)) throw inDoubt(connection)
    if (isRefusal(connection.kind)) return refuse(attempt, connection, newRun())
    await appendEvents(db, key.chargeId, [notYetEvent(attempt, connection)])
    throw toFailure(connection, true)
  }

  async function send(
    snapshot: AttemptSnapshot,
    attempt: NewAttempt,
    connection: AttemptConnection,
    sending: Sending,
  ): Promise<AttemptOutcome> {
    const webhookUrl = dependencies.webhookUrl(snapshot.account)
    const journal = openJournal({
      sealedJournal: snapshot.attempt?.sealedJournal ?? null,
      exchange: snapshot.attempt?.exchange ?? [],
      sealKey: dependencies.sealKey,
      claim: async (sealedJournal) => {
        assertFresh(sending.startedAt)
        const { run: by, repeatable } = sending
        const claimed = await claimAttempt(db, attempt, { by, sealedJournal, repeatable })
        if (!claimed) throw new ProviderError('OutcomeUnknown', 'Another run of this attempt is sending')
        // A Pix code that nobody saw is not paid: it is not worth a call to Temporal.
        if (snapshot.charge.paymentMethod !== 'PIX') noteSending()
      },
      save: (sealedJournal) => saveJournal(db, attempt, sending.run, sealedJournal),
    })
    try {
      const request = transactionRequest(snapshot, attempt.id, webhookUrl, connection.opened)
      const result = await drive(
        connection,
        connection.provider.createTransaction(request, connection.context),
        journal,
      )
      return await succeed(snapshot, attempt, result, journal)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      return fail(attempt, error, journal, sending)
    }
  }

  async function succeed(
    { account }: AttemptSnapshot,
    attempt: NewAttempt,
    result: TransactionResult,
    journal: AttemptJournal,
  ): Promise<AttemptOutcome> {
    const { provider } = attempt
    const created: Parameters<typeof recordCreated>[1] = {
      attempt,
      result,
      exchange: journal.exchange(),
      workflowRunId: runId(),
      events: [
        sentEvent(attempt),
        {
          key: `created/${attempt.number}`,
          type: 'created',
          cause: 'provider',
          provider,
          detail: { transactionId: result.transactionId, ...(result.rawStatus ? { rawStatus: result.rawStatus } : {}) },
        },
      ],
    }
    const recorded = await retryWrite(() => recordCreated(db, created))
    await deliverEarlyWebhooks(attempt.accountId, result.transactionId)
    wake(account)
    if (!recorded)
      throw toFailure(new ProviderError('OutcomeUnknown', 'The attempt was over before it was answered'), false)
    return createdOutcome(attempt.accountId, result)
  }

  /** A webhook can overtake the answer to the request that caused it. */
  async function deliverEarlyWebhooks(accountId: string, transactionId: string): Promise<void> {
    const early = await pendingWebhooksFor(db, accountId, transactionId)
    for (const eventId of early) await deliverWebhookEvent(dependencies, eventId)
  }

  /** A refusal ends the attempt; the rest is a failure, so that Temporal retries it or the workflow looks it up. */
  async function fail(
    attempt: NewAttempt,
    error: ProviderError,
    journal: AttemptJournal,
    { repeatable, hadBegun, run }: Sending,
  ): Promise<AttemptOutcome> {
    const trace = { errorKind: error.kind, errorMessage: error.message, exchange: journal.exchange() }
    if (error.kind === 'Mismatch' && (journal.moneyAccepted() || journal.lastRisk() === 'money')) {
      await forgetCodeOfCharge(db, attempt.chargeId)
      await recordUnknown(db, attempt, run, { ...trace, events: unknownEvents(attempt, error) })
      await flagAttention(db, attempt.chargeId, 'amountMismatch')
      throw toFailure(error, false)
    }
    if (journal.moneyAccepted()) {
      // The transaction exists, and the journal plays its answer again: only a later request of the flow failed.
      await forgetCodeOfCharge(db, attempt.chargeId)
      await releaseAttempt(db, attempt, run, { sealedJournal: journal.sealed(), ...trace })
      throw inDoubt(error)
    }
    if (isRefusal(error.kind) && !hadBegun) return refuse(attempt, error, run, journal)
    if (!hadBegun && (isNotProcessed(error.kind) || journal.lastRisk() !== 'money')) {
      await releaseAttempt(db, attempt, run, {
        sealedJournal: journal.sealed(),
        // What the provider was not asked is no failure of its account.
        ...(error.isHeldBack ? { exchange: trace.exchange } : trace),
        event: notYetEvent(attempt, error),
      })
      throw toFailure(asNotSent(error), true)
    }
    // Without a key it is never sent again, so that nothing needs the code any more.
    if (!repeatable) await forgetCodeOfCharge(db, attempt.chargeId)
    await recordUnknown(db, attempt, run, { ...trace, events: unknownEvents(attempt, error) })
    throw hadBegun ? inDoubt(error) : toFailure(error, repeatable)
  }

  async function refuse(
    attempt: NewAttempt,
    error: ProviderError,
    run: string,
    journal?: AttemptJournal,
  ): Promise<AttemptOutcome> {
    const { provider, number } = attempt
    const refused = await recordNotCreated(db, attempt, {
      outcome: 'refused',
      claimedBy: run,
      errorKind: error.kind,
      errorMessage: error.message,
      exchange: journal?.exchange() ?? [],
      workflowRunId: runId(),
      events: [
        sentEvent(attempt),
        { key: `refused/${number}`, type: 'refused', cause: 'provider', provider, detail: { message: error.message } },
      ],
    })
    // Another run is sending, or has ended it: this refusal is none of the attempt.
    if (!refused) throw inDoubt(error)
    return { outcome: 'refused', kind: error.kind, message: error.message }
  }
}

/** One run's part in an attempt. */
interface Sending {
  /** An idempotency key makes a second sending harmless. */
  repeatable: boolean
  /** An earlier run had committed that it was sending. */
  hadBegun: boolean
  /** When this run began, by the process's own clock. */
  startedAt: number
  /** This run: what it has claimed is its own. */
  run: string
}

/** An attempt keeps its id and time over all its runs, so that each run builds the same bytes. */
export function newAttempt(
  { chargeId, accountId, number }: AttemptKey,
  { attempt, account, now }: AttemptSnapshot,
): NewAttempt {
  const createdAt = attempt ? new Date(attempt.createdAt).toISOString() : now
  return { id: attemptId(chargeId, number), createdAt, chargeId, number, accountId, provider: account.provider }
}

/**
 * What the rows say already, for an activity that runs again, also after a reset to long before: the charge is made once,
 * and an attempt that was left for another one is never taken up again.
 */
function knownOutcome(key: AttemptKey, { charge, attempt, made, next }: AttemptSnapshot): AttemptOutcome | undefined {
  if (made?.transactionId) {
    return createdOutcome(made.providerAccountId, {
      transactionId: made.transactionId,
      status: made.createdStatus ?? charge.status,
      ...(charge.expiresAt === null ? {} : { expiresAt: new Date(charge.expiresAt).toISOString() }),
    })
  }
  if (next) return next.providerAccountId === key.accountId ? { outcome: 'again' } : givenUp(attempt)
  if (attempt?.state !== 'answered') return undefined
  return attempt.outcome === 'absent' ? { outcome: 'again' } : givenUp(attempt)
}

function givenUp(attempt: AttemptSnapshot['attempt']): AttemptOutcome {
  return { outcome: 'refused', kind: attempt?.errorKind ?? 'NotSent', message: attempt?.errorMessage ?? '' }
}

/** A transaction as the workflow needs to know it. */
export function createdOutcome(
  accountId: string,
  result: Pick<TransactionResult, 'transactionId' | 'status' | 'rawStatus' | 'unmapped' | 'expiresAt'>,
): Extract<AttemptOutcome, { outcome: 'created' }> {
  return {
    outcome: 'created',
    accountId,
    transactionId: result.transactionId,
    status: result.status,
    ...defined({ rawStatus: result.rawStatus }),
    ...(result.unmapped ? { unmapped: true } : {}),
    ...defined({ expiresAt: result.expiresAt }),
  }
}
