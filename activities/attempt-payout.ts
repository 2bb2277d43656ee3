/** One try of a refund or withdrawal at one provider account. Safe to run again, whatever the last run managed to do. */
import { uuidv7 } from 'uuidv7'
import {
  claimPayoutAttempt,
  loadPayoutAttempt,
  type NewPayoutAttempt,
  type PayoutAttemptKey,
  type PayoutScene,
  releasePayoutAttempt,
  savePayoutJournal,
} from '../db/queries/payout-attempts.ts'
import {
  type PayoutAnswer,
  recordPayoutAnswered,
  recordPayoutNotMade,
  recordPayoutUnknown,
} from '../db/queries/payout-ends.ts'
import type { PayoutEventDraft } from '../db/queries/payout-transitions.ts'
import type { PayoutStatus } from '../domain/payout.ts'
import { isNotProcessed, isRefusal, ProviderError } from '../domain/provider-error.ts'
import { type Connections, type OpenConnection, openConnection } from '../gateway/connection.ts'
import { drive } from '../gateway/drive.ts'
import { type AttemptJournal, hasAcceptedMoney, openJournal } from '../gateway/journal.ts'
import type { Provider } from '../providers/contract.ts'
import type { ActivityDependencies } from './context.ts'
import { toFailure } from './failures.ts'
import { withHeartbeat } from './heartbeat.ts'
import { payoutFlow } from './payout-request.ts'
import { assertFresh, inDoubt, insist, runId } from './sending.ts'
import { startDelivery } from './start-delivery.ts'
import { attemptReference } from './transaction-request.ts'

export type PayoutAttemptOutcome =
  | {
      outcome: 'created'
      status: PayoutStatus
      /** The status is only the provider's default for a word that no table knows. */
      unmapped: boolean
      provider: string
    }
  | { outcome: 'refused'; kind: string; message: string }
  /** Nothing came of this attempt, and another one at the same account was begun, or may be. */
  | { outcome: 'again' }
  /** The payout is gone: whoever asked for it was told that it was not made. */
  | { outcome: 'abandoned' }

/**
 * @throws ApplicationFailure with the error's kind as its type: NotSent and RateLimited may be repeated; OutcomeUnknown,
 * MalformedResponse and Mismatch must be looked up first.
 */
export function attemptPayout(dependencies: ActivityDependencies, connections: Connections) {
  const db = dependencies.database.writer
  return (key: PayoutAttemptKey) => withHeartbeat(() => run(key))

  async function run(key: PayoutAttemptKey): Promise<PayoutAttemptOutcome> {
    const startedAt = performance.now()
    const scene = await loadPayoutAttempt(db, key)
    if (!scene) return { outcome: 'abandoned' }
    const known = knownOutcome(key, scene)
    if (known) return known
    if (scene.previous && scene.previous.state !== 'answered') throw unknown('The attempt before this one is not over')

    const attempt = newPayoutAttempt(key, scene)
    const sealedJournal = scene.attempt?.sealedJournal ?? null
    const isPaid = hasAcceptedMoney(sealedJournal, dependencies.sealKey)
    const hadBegun = scene.attempt?.state === 'sending'
    const connection = await openConnection(connections, scene.account, scene.platform, {
      now: attempt.createdAt,
      id: attempt.id,
      charge: scene.charge,
    }).catch((error: unknown) => {
      if (error instanceof ProviderError) return error
      throw error
    })
    const repeatable = !(connection instanceof ProviderError) && isRepeatable(scene, connection.provider)
    if (hadBegun && !repeatable && !isPaid) throw unknown('An earlier run of this attempt had begun to send')
    // The bank has taken it back, or somebody has returned it at the provider: the buyer must not get it twice.
    const { charge } = scene
    if (!hadBegun && charge && charge.status !== 'APPROVED') {
      return refuse(attempt, new ProviderError('Declined', `The charge is ${charge.status}`))
    }
    if (!(connection instanceof ProviderError)) {
      return send(scene, attempt, connection, {
        repeatable,
        hadBegun,
        isSecond: isSecond(scene),
        startedAt,
        claimed: false,
      })
    }
    if (hadBegun) throw inDoubt(connection)
    if (isRefusal(connection.kind)) return refuse(attempt, connection)
    const trace = { errorKind: connection.kind, errorMessage: connection.message, exchange: [] }
    await releasePayoutAttempt(db, attempt, false, { sealedJournal: null, ...trace })
    throw toFailure(connection, true)
  }

  async function send(
    scene: PayoutScene,
    attempt: NewPayoutAttempt,
    connection: OpenConnection,
    sending: Sending,
  ): Promise<PayoutAttemptOutcome> {
    const journal = openJournal({
      sealedJournal: scene.attempt?.sealedJournal ?? null,
      exchange: scene.attempt?.exchange ?? [],
      sealKey: dependencies.sealKey,
      claim: async (sealedJournal) => {
        assertFresh(sending.startedAt)
        sending.claimed = await claimPayoutAttempt(db, attempt, sealedJournal, sending.repeatable)
        if (!sending.claimed) throw new ProviderError('OutcomeUnknown', 'Another run of this attempt is sending')
      },
      save: (sealedJournal) => savePayoutJournal(db, attempt.id, sealedJournal),
    })
    try {
      const answer = await drive(connection, payoutFlow(connection, scene, attempt), journal)
      return await succeed(attempt, answer, journal)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      return fail(attempt, error, journal, sending)
    }
  }

  async function succeed(
    attempt: NewPayoutAttempt,
    answer: PayoutAnswer,
    journal: AttemptJournal,
  ): Promise<PayoutAttemptOutcome> {
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
    const outcome = await insist(() => recordPayoutAnswered(db, answered))
    if (!outcome) return answeredBefore(attempt)
    noteUnmapped(dependencies, attempt, answer)
    if (outcome.deliveryId !== null) await startDelivery(dependencies, outcome.deliveryId, 0)
    return { outcome: 'created', status: outcome.status, unmapped: outcome.statusUnmapped, provider }
  }

  /** By an earlier try to write this very answer down, or else by somebody who knew better. */
  async function answeredBefore(attempt: NewPayoutAttempt): Promise<PayoutAttemptOutcome> {
    const scene = await loadPayoutAttempt(db, attempt)
    if (scene?.made?.id === attempt.id) return createdOutcome(scene)
    throw unknown('The attempt was over before it was answered')
  }

  /** A refusal ends the attempt; the rest is a failure, so that Temporal retries it or the workflow looks it up. */
  async function fail(
    attempt: NewPayoutAttempt,
    error: ProviderError,
    journal: AttemptJournal,
    { repeatable, hadBegun, isSecond, claimed }: Sending,
  ): Promise<PayoutAttemptOutcome> {
    const trace = { errorKind: error.kind, errorMessage: error.message, exchange: journal.exchange() }
    const sealedJournal = journal.sealed()
    // Refused may be the second sending alone, because the provider has the first one after all.
    const mayBeTaken = isSecond && claimed && isRefusal(error.kind)
    const isInDoubt = hadBegun || journal.moneyAccepted() || mayBeTaken
    if (isRefusal(error.kind) && !isInDoubt) return refuse(attempt, error, journal)
    const isHarmless = isNotProcessed(error.kind) || journal.lastRisk() !== 'money'
    if (isHarmless && !isInDoubt) {
      await releasePayoutAttempt(db, attempt, claimed, { sealedJournal, ...trace })
      throw toFailure(error, true)
    }
    // The row stays `sending`: whoever comes next goes on from the journal, or knows that nobody knows.
    if (sealedJournal !== null) await savePayoutJournal(db, attempt.id, sealedJournal)
    const { provider, number } = attempt
    await recordPayoutUnknown(db, attempt, {
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
    throw isInDoubt ? inDoubt(error) : toFailure(error, repeatable)
  }

  async function refuse(
    attempt: NewPayoutAttempt,
    error: ProviderError,
    journal?: AttemptJournal,
  ): Promise<PayoutAttemptOutcome> {
    const { provider, number } = attempt
    const { kind, message } = error
    await recordPayoutNotMade(db, attempt, {
      outcome: 'refused',
      errorKind: kind,
      errorMessage: message,
      exchange: journal?.exchange() ?? [],
      workflowRunId: runId(),
      events: [
        sentEvent(attempt),
        { key: `refused/${number}`, type: 'refused', cause: 'provider', provider, detail: { message } },
      ],
    })
    return { outcome: 'refused', kind, message }
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
  /** This run has committed that it is sending. */
  claimed: boolean
}

/** A withdrawal is never repeated on a promise; a refund is, where the provider promises it of refunds. */
function isRepeatable({ payout }: PayoutScene, { refundIdempotency }: Provider): boolean {
  return payout.kind === 'refund' && refundIdempotency.type !== 'none'
}

/** What a search did not find may turn up later. */
function isSecond({ previous, account }: PayoutScene): boolean {
  const isAgain = previous?.outcome === 'absent' && previous.providerAccountId === account.id
  return isAgain && previous.errorKind !== 'NotSent'
}

const unknown = (message: string) => toFailure(new ProviderError('OutcomeUnknown', message), false)

const sentEvent = ({ number, provider, createdAt }: NewPayoutAttempt): PayoutEventDraft => ({
  key: `sent/${number}`,
  type: 'sent',
  cause: 'api',
  provider,
  at: createdAt,
})

/**
 * An attempt keeps its id and time over all its runs, so that each run builds the same bytes. One that follows an attempt of
 * which nothing came at the same account keeps its reference too: should the first one turn up after all, the provider has
 * the chance to see that it is the same.
 */
export function newPayoutAttempt(key: PayoutAttemptKey, { attempt, previous, account }: PayoutScene): NewPayoutAttempt {
  const id = attempt?.id ?? uuidv7()
  const isAgain = previous?.outcome === 'absent' && previous.providerAccountId === key.accountId
  return {
    ...key,
    id,
    reference: attempt?.reference ?? (isAgain ? previous.reference : attemptReference(id)),
    createdAt: attempt?.createdAt ? new Date(attempt.createdAt).toISOString() : new Date().toISOString(),
    provider: account.provider,
  }
}

/** What the rows say already, for an activity that runs again, also after a reset to long before. */
function knownOutcome(key: PayoutAttemptKey, scene: PayoutScene): PayoutAttemptOutcome | undefined {
  const { attempt, made, next, payout } = scene
  if (made) return createdOutcome(scene)
  if (payout.status !== 'PENDING') return { outcome: 'refused', kind: 'Declined', message: payout.failureMessage ?? '' }
  if (next) return next.providerAccountId === key.accountId ? { outcome: 'again' } : givenUp(attempt)
  if (attempt?.state !== 'answered') return undefined
  return attempt.outcome === 'absent' ? { outcome: 'again' } : givenUp(attempt)
}

/** As the workflow needs to know it. */
export function createdOutcome({ payout, made }: PayoutScene): Extract<PayoutAttemptOutcome, { outcome: 'created' }> {
  const { status, statusUnmapped, provider } = payout
  return { outcome: 'created', status, unmapped: statusUnmapped, provider: made?.provider ?? provider ?? '' }
}

function givenUp(attempt: PayoutScene['attempt']): PayoutAttemptOutcome {
  return { outcome: 'refused', kind: attempt?.errorKind ?? 'NotSent', message: attempt?.errorMessage ?? '' }
}

/** A word that no table knows is counted, and told to whoever reads the log. */
export function noteUnmapped(
  { metrics, logger }: Pick<ActivityDependencies, 'metrics' | 'logger'>,
  { payoutId, provider }: Pick<NewPayoutAttempt, 'payoutId' | 'provider'>,
  { unmapped, rawStatus }: PayoutAnswer,
): void {
  if (!unmapped) return
  metrics.unmappedStatus(provider)
  logger.warn({ payoutId, rawStatus }, 'unknown provider status')
}
