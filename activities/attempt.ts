/**
 * One attempt of a charge, refund or withdrawal at one provider account. The attempt is claimed before the request is sent, replayed
 * from its journal and ended once. Safe to run again, however far the last run came.
 */
import { pendingWebhooksFor } from '../db/queries/webhook/inbox.ts'
import type { ExchangeEntry } from '../db/schema/charges.ts'
import { hasAnswer, isUncertain } from '../domain/attempt.ts'
import { OUR_MESSAGES } from '../domain/our-messages.ts'
import { isNotProcessed, isRefusal, ProviderError } from '../domain/provider-error.ts'
import { type Connection, drive } from '../gateway/drive.ts'
import { type AttemptJournal, hasAcceptedMoney, openJournal } from '../gateway/journal.ts'
import { deliverWebhookEvent } from '../inbox/deliver.ts'
import { refusedEvents, sentEvent, unknownEvents } from './attempt-events.ts'
import type { AtAccount, Attempt, AttemptEnd, AttemptKind, Sending, Snapshot, StoredAttempt } from './attempt-kind.ts'
import type { ActivityDependencies } from './context.ts'
import { toFailure } from './failures.ts'
import { tellOfForgotten } from './forgotten.ts'
import { noteSending, withHeartbeat } from './heartbeat.ts'
import {
  asNotSent,
  assertFresh,
  assertNotBegun,
  inDoubt,
  isForgotten,
  lookPauseSeconds,
  newRun,
  retryWrite,
  runId,
  unknown,
} from './sending.ts'
import { readerWaker } from './wake-reader.ts'

/**
 * @returns the activity. It throws ApplicationFailure with the error's kind as its type. NotSent and RateLimited may be retried;
 * OutcomeUnknown, MalformedResponse and Mismatch must be looked up first.
 */
export function attemptActivity<
  Key extends AtAccount,
  S extends Snapshot,
  A extends Attempt & Key,
  C extends Connection,
  Answer,
  Made,
>(
  dependencies: ActivityDependencies,
  kind: AttemptKind<Key, S, A, C, Answer, Made>,
): (key: Key) => Promise<AttemptEnd<Made>> {
  const wake = readerWaker(dependencies)
  const tell = tellOfForgotten(dependencies)
  return (key) => withHeartbeat(() => run(key))

  async function run(key: Key): Promise<AttemptEnd<Made>> {
    const startedAt = performance.now()
    const snapshot = await kind.load(key)
    if (!snapshot) {
      assertNotBegun()
      return { outcome: 'abandoned' }
    }
    const known = kind.made(snapshot) ?? kind.ended(snapshot) ?? endOf(key, snapshot)
    if (known) return known

    const attempt = kind.newAttempt(key, snapshot)
    await kind.closeBefore(snapshot, attempt)
    const sealedJournal = snapshot.attempt?.sealedJournal ?? null
    const isAccepted = hasAcceptedMoney(sealedJournal, dependencies.sealKey)
    const isLost = isForgotten(snapshot.attempt)
    const hadBegun = isUncertain(snapshot.attempt?.state) || isLost
    const connection = await kind.open(snapshot, attempt).catch((error: unknown) => {
      if (error instanceof ProviderError) return error
      throw error
    })
    const isOpen = !(connection instanceof ProviderError)
    const isLive = !isLost && isOpen && kind.isKeyLive(snapshot, attempt, connection.provider)
    const repeatable = isLive && kind.isRepeatable(snapshot, connection.provider)
    if (hadBegun && !repeatable && !isAccepted) throw unknown(OUR_MESSAGES.attemptBegun)
    if (kind.isSecond(snapshot) && !isLive) throw unknown(OUR_MESSAGES.keyForgotten)
    const sending: Sending = { repeatable, hadBegun, startedAt, run: newRun() }
    const objection = isAccepted ? undefined : kind.objection(snapshot)
    if (objection && hadBegun) throw unknown(objection.message)
    if (objection) return refuse(attempt, objection, sending.run)
    if (isOpen) return send(snapshot, attempt, connection, sending)
    if (hadBegun || isAccepted) throw inDoubt(connection)
    if (isRefusal(connection.kind)) return refuse(attempt, connection, sending.run)
    return release(attempt, connection, sending.run, {
      sealedJournal,
      exchange: snapshot.attempt?.exchange ?? [],
    })
  }

  async function send(snapshot: S, attempt: A, connection: C, sending: Sending): Promise<AttemptEnd<Made>> {
    const claim = await kind.claimer(snapshot, attempt, connection, sending)
    const journal = openJournal({
      sealedJournal: snapshot.attempt?.sealedJournal ?? null,
      exchange: snapshot.attempt?.exchange ?? [],
      sealKey: dependencies.sealKey,
      claim: async (sealedJournal) => {
        assertFresh(sending.startedAt)
        const { run: by, repeatable } = sending
        const { keysVersion } = snapshot.account
        if (!(await claim({ by, keysVersion, sealedJournal, repeatable })))
          throw new ProviderError('OutcomeUnknown', OUR_MESSAGES.attemptSending)
        if (kind.isWorthNoting(snapshot)) noteSending(by)
      },
      save: (sealedJournal) => retryWrite(() => kind.saveJournal(attempt, sending.run, sealedJournal)),
    })
    try {
      const answer = await drive(connection, kind.flow(connection, snapshot, attempt), journal)
      return await succeed(snapshot, attempt, answer, journal)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      const { isSecond, isYoung } = kind
      return fail(attempt, error, journal, {
        ...sending,
        isSecond: isSecond(snapshot),
        isYoung: isYoung(snapshot),
      })
    }
  }

  async function succeed(snapshot: S, attempt: A, answer: Answer, journal: AttemptJournal): Promise<Made> {
    const told = { exchange: journal.exchange(), workflowRunId: runId() }
    const made = await retryWrite(() => kind.recordAnswer(snapshot, attempt, answer, told)).catch(
      async (error: unknown) => {
        if (!kind.isWorthNoting(snapshot) || (await kind.load(attempt))) throw error
        const id = kind.externalIdOf(answer) || kind.referenceOf(attempt)
        await tell(attempt.accountId, id, kind.theirs(snapshot, answer))
        throw unknown(OUR_MESSAGES.rowOfCreatedGone)
      },
    )
    await deliverEarly(attempt, kind.externalIdOf(answer))
    wake(snapshot.account)
    return made ?? answeredBefore(attempt)
  }

  /** Delivers notices that arrived before the answer to their request. One that is not delivered now becomes due again. */
  async function deliverEarly({ accountId }: A, externalId: string | undefined): Promise<void> {
    if (externalId === undefined) return
    const early = await pendingWebhooksFor(dependencies.database.writer, accountId, externalId).catch(() => [])
    for (const eventId of early) await deliverWebhookEvent(dependencies, eventId)
  }

  /** The attempt was already over: an earlier try recorded this same answer, or a lookup, a notice or an operator ended it. */
  async function answeredBefore(attempt: A): Promise<Made> {
    const snapshot = await kind.load(attempt)
    const made = snapshot?.made?.id === attempt.id ? kind.made(snapshot) : undefined
    if (made) return made
    throw unknown(OUR_MESSAGES.attemptOver)
  }

  /** A refusal ends the attempt. Any other error is thrown, so that Temporal retries it or the workflow looks it up. */
  async function fail(
    attempt: A,
    error: ProviderError,
    journal: AttemptJournal,
    { repeatable, hadBegun, isSecond, isYoung, run }: Sending & { isSecond: boolean; isYoung: boolean },
  ): Promise<AttemptEnd<Made>> {
    const sealedJournal = journal.sealed()
    const exchange = journal.exchange()
    const isAccepted = journal.moneyAccepted()
    // The provider may refuse only the second request, because it has the first one after all; a refused token for the
    // second says nothing of the first.
    const mayBeTaken = isSecond && isRefusal(error.kind)
    const isInDoubt = hadBegun || isAccepted || mayBeTaken
    const isUnshown = isYoung && error.kind === 'NotFound' && journal.lastRisk() === 'read'
    if (isRefusal(error.kind) && !isInDoubt && !isUnshown) return refuse(attempt, error, run, exchange)
    const isHarmless = isNotProcessed(error.kind) || journal.lastRisk() !== 'money'
    if (isHarmless && !isInDoubt) return release(attempt, error, run, { sealedJournal, exchange })
    // The row stays `sending`: the next run continues from the journal, or the workflow looks it up.
    if (sealedJournal !== null) await retryWrite(() => kind.saveJournal(attempt, run, sealedJournal))
    const isMismatch = error.kind === 'Mismatch'
    if (isMismatch || isAccepted || !repeatable) await kind.forgetWhatWasSent(attempt)
    // The provider has accepted the money request, so the outcome is not unknown. Only a later request of the flow failed.
    const events = isAccepted && !isMismatch ? [sentEvent(attempt)] : unknownEvents(attempt, error)
    await kind.recordUnknown(attempt, run, { errorKind: error.kind, errorMessage: error.message, exchange, events })
    if (isMismatch) {
      await kind.flagMismatch(attempt)
      throw toFailure(error, false)
    }
    const pauseSeconds = lookPauseSeconds(error.kind, exchange)
    throw isInDoubt ? inDoubt(error, pauseSeconds) : toFailure(error, repeatable, pauseSeconds)
  }

  /** Certainly nothing was processed, so any run may send the attempt. */
  async function release(
    attempt: A,
    error: ProviderError,
    run: string,
    kept: { sealedJournal: string | null; exchange: ExchangeEntry[] },
  ): Promise<never> {
    // A request that we held back is no failure of the provider's account.
    const trace = error.isHeldBack ? {} : { errorKind: error.kind, errorMessage: error.message }
    await kind.release(attempt, run, { ...kept, ...trace }, error)
    throw toFailure(asNotSent(error), true)
  }

  async function refuse(
    attempt: A,
    { kind: errorKind, message }: ProviderError,
    claimedBy: string,
    exchange: ExchangeEntry[] = [],
  ): Promise<AttemptEnd<Made>> {
    const events = refusedEvents(attempt, message)
    const refusal = { kind: errorKind, message, claimedBy, exchange, workflowRunId: runId(), events }
    const refused = await retryWrite(() => kind.recordRefusal(attempt, refusal))
    const made = refused ? undefined : await endBeside(attempt, errorKind, message)
    return made ?? { outcome: 'refused', kind: errorKind, message }
  }

  /** Another attempt is the answer, or an earlier try recorded this same refusal (undefined). */
  async function endBeside(attempt: A, errorKind: ProviderError['kind'], message: string): Promise<Made | undefined> {
    const snapshot = await kind.load(attempt)
    const made = snapshot && kind.made(snapshot)
    if (made) return made
    // Another run is sending or has ended the attempt another way, so this refusal does not end it.
    if (snapshot?.attempt?.outcome !== 'refused') throw inDoubt(new ProviderError(errorKind, message))
    return undefined
  }
}

/**
 * The attempt's end according to the rows, for an activity that runs again, also after a workflow reset. An attempt that was followed
 * by another one is never resumed.
 */
function endOf({ accountId }: AtAccount, { attempt, next }: Snapshot): AttemptEnd<never> | undefined {
  if (next) return next.providerAccountId === accountId ? { outcome: 'again' } : givenUp(attempt)
  if (!hasAnswer(attempt?.state)) return undefined
  return attempt?.outcome === 'absent' ? { outcome: 'again' } : givenUp(attempt)
}

const givenUp = (attempt: StoredAttempt | null): AttemptEnd<never> => ({
  outcome: 'refused',
  kind: attempt?.errorKind ?? 'NotSent',
  message: attempt?.errorMessage ?? '',
})
