/** One try of a refund or withdrawal at one provider account. Safe to run again, whatever the last run managed to do. */

import { setTimeout as sleep } from 'node:timers/promises'
import {
  type DisbursementAnswer,
  recordDisbursementAnswered,
  recordDisbursementNotMade,
  recordDisbursementUnknown,
} from '../db/queries/disbursement/attempt-ends.ts'
import {
  claimDisbursementAttempt,
  type DisbursementAttemptKey,
  type DisbursementSnapshot,
  loadDisbursementAttempt,
  type NewDisbursementAttempt,
  releaseDisbursementAttempt,
  saveDisbursementJournal,
} from '../db/queries/disbursement/attempts.ts'
import { type DisbursementEventDraft, flagDisbursementAttention } from '../db/queries/disbursement/transitions.ts'
import { pendingWebhooksFor } from '../db/queries/webhook/inbox.ts'
import { canRefund } from '../domain/charge.ts'
import { isNotProcessed, isRefusal, ProviderError } from '../domain/provider-error.ts'
import { type Connections, openConnection } from '../gateway/connection.ts'
import { type Connection, drive } from '../gateway/drive.ts'
import { type AttemptJournal, hasAcceptedMoney, openJournal } from '../gateway/journal.ts'
import { deliverWebhookEvent } from '../inbox/deliver.ts'
import type { Provider } from '../providers/contract.ts'
import type { ActivityDependencies } from './context.ts'
import { disbursementFlow } from './disbursement-request.ts'
import {
  createdOutcome,
  type DisbursementAttemptOutcome,
  isRepeatable,
  knownOutcome,
  newDisbursementAttempt,
  noteUnmapped,
} from './disbursement-snapshot.ts'
import { toFailure } from './failures.ts'
import { hadNotedSending, noteSending, withHeartbeat } from './heartbeat.ts'
import { readReturned } from './read-refund.ts'
import { asNotSent, assertFresh, inDoubt, newRun, retryWrite, runId } from './sending.ts'
import { readerWaker } from './wake-reader.ts'

/**
 * @throws ApplicationFailure with the error's kind as its type: NotSent and RateLimited may be repeated; OutcomeUnknown,
 * MalformedResponse and Mismatch must be looked up first.
 */
export function attemptDisbursement(dependencies: ActivityDependencies, connections: Connections) {
  const db = dependencies.database.writer
  const wake = readerWaker(dependencies)
  return (key: DisbursementAttemptKey) => withHeartbeat(() => run(key))

  async function run(key: DisbursementAttemptKey): Promise<DisbursementAttemptOutcome> {
    const startedAt = performance.now()
    const snapshot = await loadDisbursementAttempt(db, key)
    if (!snapshot) return { outcome: 'abandoned' }
    const known = knownOutcome(key, snapshot)
    if (known) return known
    if (snapshot.previous && snapshot.previous.state !== 'answered')
      throw unknown('The attempt before this one is not over')

    const attempt = newDisbursementAttempt(key, snapshot)
    const sealedJournal = snapshot.attempt?.sealedJournal ?? null
    const isPaid = hasAcceptedMoney(sealedJournal, dependencies.sealKey)
    const isLost = snapshot.attempt === null && hadNotedSending()
    const hadBegun = snapshot.attempt?.state === 'sending' || isLost
    const connection = await openConnection(connections, snapshot.account, snapshot.platform, {
      now: attempt.createdAt,
      id: attempt.id,
      charge: snapshot.charge,
    }).catch((error: unknown) => {
      if (error instanceof ProviderError) return error
      throw error
    })
    const isLive = !isLost && !(connection instanceof ProviderError) && isRepeatable(snapshot, connection.provider)
    const repeatable = isLive && !isFoundAgain(snapshot, connection.provider)
    if (hadBegun && !repeatable && !isPaid) throw unknown('An earlier run of this attempt had begun to send')
    if (isSecond(snapshot) && !isLive) throw unknown('The account no longer knows what it was sent before')
    // The bank has taken it back, or somebody has returned it at the provider: the buyer must not get it twice.
    const { payment } = snapshot
    if (!hadBegun && payment && !canRefund(payment.state)) {
      return refuse(attempt, new ProviderError('Declined', `The charge is ${payment.state}`), newRun())
    }
    if (!(connection instanceof ProviderError)) {
      return send(snapshot, attempt, connection, {
        repeatable,
        hadBegun,
        isSecond: isSecond(snapshot),
        startedAt,
        run: newRun(),
        claimed: false,
      })
    }
    if (hadBegun) throw inDoubt(connection)
    if (isRefusal(connection.kind)) return refuse(attempt, connection, newRun())
    const trace = { errorKind: connection.kind, errorMessage: connection.message, exchange: [] }
    await releaseDisbursementAttempt(db, attempt, newRun(), { sealedJournal: null, ...trace })
    throw toFailure(asNotSent(connection), true)
  }

  async function send(
    snapshot: DisbursementSnapshot,
    attempt: NewDisbursementAttempt,
    connection: Connection,
    sending: Sending,
  ): Promise<DisbursementAttemptOutcome> {
    const refundedBefore = sending.hadBegun
      ? (snapshot.attempt?.refundedBefore ?? null)
      : await givenBack(snapshot, connection)
    const journal = openJournal({
      sealedJournal: snapshot.attempt?.sealedJournal ?? null,
      exchange: snapshot.attempt?.exchange ?? [],
      sealKey: dependencies.sealKey,
      claim: async (sealedJournal) => {
        assertFresh(sending.startedAt)
        const { run: by, repeatable } = sending
        const claim = { by, sealedJournal, repeatable, refundedBefore }
        sending.claimed = await claimDisbursementAttempt(db, attempt, claim)
        if (!sending.claimed) throw new ProviderError('OutcomeUnknown', 'Another run of this attempt is sending')
        noteSending()
      },
      save: (sealedJournal) => saveDisbursementJournal(db, attempt, sending.run, sealedJournal),
    })
    try {
      const answer = await drive(
        connection,
        disbursementFlow(connection, snapshot, attempt, dependencies.webhookUrl(snapshot.account)),
        journal,
      )
      const taken = await succeed(attempt, answer, journal)
      wake(snapshot.account)
      return taken
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      return fail(attempt, error, journal, sending)
    }
  }

  async function succeed(
    attempt: NewDisbursementAttempt,
    answer: DisbursementAnswer,
    journal: AttemptJournal,
  ): Promise<DisbursementAttemptOutcome> {
    const { number, provider } = attempt
    const { externalId, rawStatus } = answer
    const detail = { ...(externalId ? { externalId } : {}), ...(rawStatus ? { rawStatus } : {}) }
    const answered = {
      attempt,
      answer,
      cause: 'provider' as const,
      exchange: journal.exchange(),
      workflowRunId: runId(),
      events: [
        sentEvent(attempt),
        { key: `answered/${number}`, type: 'answered' as const, cause: 'provider' as const, provider, detail },
      ],
    }
    const outcome = await retryWrite(() => recordDisbursementAnswered(db, answered))
    if (!outcome) return answeredBefore(attempt)
    noteUnmapped(dependencies, attempt, answer)
    await deliverEarly(attempt, externalId)
    return { outcome: 'created', status: outcome.status, unmapped: outcome.statusUnmapped, provider }
  }

  /** Notices may come before the answer. Never throws: whatever is not delivered now is due again. */
  async function deliverEarly({ accountId }: NewDisbursementAttempt, withdrawId: string | undefined): Promise<void> {
    const early = withdrawId === undefined ? [] : await pendingWebhooksFor(db, accountId, withdrawId).catch(() => [])
    for (const eventId of early) await deliverWebhookEvent(dependencies, eventId)
  }

  /** By an earlier try to write this very answer down, or else by somebody who knew better. */
  async function answeredBefore(attempt: NewDisbursementAttempt): Promise<DisbursementAttemptOutcome> {
    const snapshot = await loadDisbursementAttempt(db, attempt)
    if (snapshot?.made?.id === attempt.id) return createdOutcome(snapshot)
    throw unknown('The attempt was over before it was answered')
  }

  /** A refusal ends the attempt; the rest is a failure, so that Temporal retries it or the workflow looks it up. */
  async function fail(
    attempt: NewDisbursementAttempt,
    error: ProviderError,
    journal: AttemptJournal,
    { repeatable, hadBegun, isSecond, claimed, run }: Sending,
  ): Promise<DisbursementAttemptOutcome> {
    const trace = { errorKind: error.kind, errorMessage: error.message, exchange: journal.exchange() }
    const sealedJournal = journal.sealed()
    // Refused may be the second sending alone, because the provider has the first one after all.
    const mayBeTaken = isSecond && claimed && isRefusal(error.kind)
    const isInDoubt = hadBegun || journal.moneyAccepted() || mayBeTaken
    if (isRefusal(error.kind) && !isInDoubt) return refuse(attempt, error, run, journal)
    const isHarmless = isNotProcessed(error.kind) || journal.lastRisk() !== 'money'
    if (isHarmless && !isInDoubt) {
      // What the provider was not asked is no failure of its account.
      const seen = error.isHeldBack ? { exchange: trace.exchange } : trace
      await releaseDisbursementAttempt(db, attempt, run, { sealedJournal, ...seen })
      throw toFailure(asNotSent(error), true)
    }
    // The row stays `sending`: whoever comes next goes on from the journal, or knows that nobody knows.
    if (sealedJournal !== null) await saveDisbursementJournal(db, attempt, run, sealedJournal)
    const { provider, number } = attempt
    await recordDisbursementUnknown(db, attempt, run, {
      ...trace,
      events: [
        sentEvent(attempt),
        {
          key: `unknownOutcome/${number}`,
          type: 'unknownOutcome',
          cause: 'provider',
          provider,
          detail: { message: error.message },
        },
      ],
    })
    if (error.kind === 'Mismatch') {
      await flagDisbursementAttention(db, attempt.disbursementId, 'amountMismatch')
      throw toFailure(error, false)
    }
    throw isInDoubt ? inDoubt(error) : toFailure(error, repeatable)
  }

  async function refuse(
    attempt: NewDisbursementAttempt,
    error: ProviderError,
    run: string,
    journal?: AttemptJournal,
  ): Promise<DisbursementAttemptOutcome> {
    const { provider, number } = attempt
    const { kind, message } = error
    const ending: Parameters<typeof recordDisbursementNotMade>[2] = {
      outcome: 'refused',
      claimedBy: run,
      errorKind: kind,
      errorMessage: message,
      exchange: journal?.exchange() ?? [],
      workflowRunId: runId(),
      events: [
        sentEvent(attempt),
        { key: `refused/${number}`, type: 'refused', cause: 'provider', provider, detail: { message } },
      ],
    }
    const refused = await retryWrite(() => recordDisbursementNotMade(db, attempt, ending))
    // Another run is sending, or has ended it otherwise: this refusal is none of the attempt.
    if (!refused && !(await wasRefused(attempt))) throw inDoubt(error)
    return { outcome: 'refused', kind, message }
  }

  /** By an earlier try to write this very refusal down. */
  async function wasRefused(attempt: NewDisbursementAttempt): Promise<boolean> {
    const snapshot = await loadDisbursementAttempt(db, attempt)
    return snapshot?.attempt?.outcome === 'refused'
  }
}

/** One run's part in an attempt. */
interface Sending {
  /** An idempotency key makes a second sending harmless. */
  repeatable: boolean
  /** An earlier run had committed that it was sending. */
  hadBegun: boolean
  /** The attempt before it was sent too, and what came of that is known from a search alone. */
  isSecond: boolean
  /** When this run began, by the process's own clock. */
  startedAt: number
  /** This run: what it has claimed is its own. */
  run: string
  /** This run has committed that it is sending. */
  claimed: boolean
}

/** Longer than this nothing is held up for a comparison that may never be needed. */
const LONGEST_READ_MS = 4_000

/** What had gone back of the payment before a part of it is sent back: by the difference a lost answer is known. */
async function givenBack(snapshot: DisbursementSnapshot, connection: Connection): Promise<number | null> {
  const { disbursement, payment } = snapshot
  if (!payment || disbursement.amount >= payment.amount) return null
  return Promise.race([readReturned(connection, snapshot), sleep(LONGEST_READ_MS, null, { ref: false })])
}

/** A withdrawal that can be found is looked for before it is sent again. */
function isFoundAgain({ disbursement }: DisbursementSnapshot, { withdrawLookup }: Provider): boolean {
  return disbursement.kind === 'withdrawal' && withdrawLookup !== null
}

/** What a search did not find may turn up later. */
function isSecond({ previous, account }: DisbursementSnapshot): boolean {
  return previous?.outcome === 'absent' && previous.providerAccountId === account.id
}

const unknown = (message: string) => toFailure(new ProviderError('OutcomeUnknown', message), false)

const sentEvent = ({ number, provider, createdAt }: NewDisbursementAttempt): DisbursementEventDraft => ({
  key: `sent/${number}`,
  type: 'sent',
  cause: 'api',
  provider,
  at: createdAt,
})
