/** Checks that every activity that sends money makes before and after its request. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Context as ActivityContext } from '@temporalio/activity'
import type { ApplicationFailure } from '@temporalio/common'
import type { ExchangeEntry } from '../db/schema/charges.ts'
import { isUnclaimed } from '../domain/attempt.ts'
import { defined } from '../domain/defined.ts'
import { OUR_MESSAGES } from '../domain/our-messages.ts'
import {
  isNotProcessed,
  isRefusal,
  isRefusing,
  isUnknownOutcome,
  ProviderError,
  type ProviderErrorKind,
} from '../domain/provider-error.ts'
import type { StoredAttempt } from './attempt-kind.ts'
import { toFailure } from './failures.ts'
import { notedRun } from './heartbeat.ts'

/**
 * Once a money request may have been sent, no later failure proves that nothing happened. A refusal must be looked up. Any other
 * failure may be retried, but never counts as "certainly not processed".
 * @param pauseSeconds see toFailure.
 */
export function inDoubt(error: ProviderError, pauseSeconds?: number): ApplicationFailure {
  const { retryAfter } = error
  const unknown = new ProviderError('OutcomeUnknown', error.message, defined({ retryAfter }))
  return toFailure(unknown, !isRefusal(error.kind), pauseSeconds)
}

const LONGEST_LOOK_PAUSE_SECONDS = 15

/**
 * How long after a lost answer the request is repeated under its key, which is how its outcome is looked up. The pause grows with the answers that
 * were lost, as Temporal's does with every failure: an outage of our own before the first loss would delay the look.
 * @param kind of this run's failure.
 * @returns undefined where this run lost no answer, as where the provider has said that it is asked too often.
 */
export function lookPauseSeconds(kind: ProviderErrorKind, exchange: readonly ExchangeEntry[]): number | undefined {
  if (!isUnknownOutcome(kind)) return undefined
  const last = exchange.at(-1)
  if (!last || !isLost(last)) return undefined
  const lost = exchange.filter(
    (entry) => entry.method === last.method && entry.url === last.url && isLost(entry),
  ).length
  return Math.min(2 ** (lost - 1), LONGEST_LOOK_PAUSE_SECONDS)
}

const isLost = ({ status, isUnsent }: ExchangeEntry): boolean => !isUnsent && (status === null || !isRefusing(status))

/** Converts an error that happened before the money request: nothing was sent. */
export function asNotSent(error: ProviderError): ProviderError {
  if (isNotProcessed(error.kind)) return error
  const { retryAfter } = error
  return new ProviderError('NotSent', error.message, defined({ retryAfter }))
}

/**
 * For a movement whose row is not there: its requester was told that it was not made, or a database failover has lost it.
 * @throws ApplicationFailure OutcomeUnknown if an earlier run of this activity had begun to send.
 */
export function assertNotBegun(): void {
  if (notedRun() !== undefined) throw unknown(OUR_MESSAGES.rowOfSentGone)
}

/** A failover lost what the row said of the last run that began to send: that it was sending, or that it was released. */
export function isForgotten(attempt: Pick<StoredAttempt, 'state' | 'claimedBy'> | null): boolean {
  const noted = notedRun()
  if (noted === undefined) return false
  return attempt === null || (isUnclaimed(attempt.state) && attempt.claimedBy !== noted)
}

/** A failure that is not retried: what became of the request must be looked up. */
export const unknown = (message: string) => toFailure(new ProviderError('OutcomeUnknown', message), false)

/** Once a run is older than this, Temporal may have timed it out, and another run may be active. */
const FRESH_MS = 15_000

/**
 * @param startedAt when the run began, by the process's monotonic clock.
 * @throws ProviderError NotSent if the run may have timed out.
 */
export function assertFresh(startedAt: number): void {
  const isStale = performance.now() - startedAt > FRESH_MS
  if (isStale || ActivityContext.current().cancellationSignal.aborted) {
    throw new ProviderError('NotSent', OUR_MESSAGES.attemptTooOld, { isHeldBack: true })
  }
}

/** A new id that distinguishes this run from every other run of its attempt. */
export function newRun(): string {
  return randomUUID()
}

/** The run id of the workflow that started the activity. */
export function runId(): string {
  return ActivityContext.current().info.workflowExecution?.runId ?? ''
}

const RETRY_MS = 20_000
const LONGEST_PAUSE_MS = 2_000

/**
 * Records a provider's answer to a money request, with retries through short database outages, because a lost answer cannot be
 * requested again. `write` may find that an earlier try succeeded after all.
 */
export async function retryWrite<T>(write: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await write()
    } catch (error) {
      const isLate = performance.now() - startedAt > RETRY_MS
      if (error instanceof ProviderError || isLate) throw error
      await sleep(pauseMs)
    }
  }
}
