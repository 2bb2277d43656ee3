/** What every activity that sends money asks itself before and after the bytes leave. */

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Context as ActivityContext } from '@temporalio/activity'
import type { ApplicationFailure } from '@temporalio/common'
import { defined } from '../domain/defined.ts'
import { isNotProcessed, isRefusal, ProviderError } from '../domain/provider-error.ts'
import { toFailure } from './failures.ts'

/**
 * Once a money request may be under way, no later failure proves that nothing happened: a refusal must be looked up, and
 * anything else may be tried again, but never counts as "surely not processed".
 */
export function inDoubt(error: ProviderError): ApplicationFailure {
  const { retryAfter } = error
  const unknown = new ProviderError('OutcomeUnknown', error.message, defined({ retryAfter }))
  return toFailure(unknown, !isRefusal(error.kind))
}

/** Whatever went wrong before the request that moves money: nothing was sent. */
export function asNotSent(error: ProviderError): ProviderError {
  if (isNotProcessed(error.kind)) return error
  const { retryAfter } = error
  return new ProviderError('NotSent', error.message, defined({ retryAfter }))
}

/** Longer than this after its start a run may have been given up by Temporal, and another one may be at work. */
const FRESH_MS = 15_000

/**
 * @param startedAt when the run began, by the process's own clock.
 * @throws ProviderError NotSent when the run may have been given up.
 */
export function assertFresh(startedAt: number): void {
  const isStale = performance.now() - startedAt > FRESH_MS
  if (isStale || ActivityContext.current().cancellationSignal.aborted) {
    throw new ProviderError('NotSent', 'This run of the attempt is too old to send', { isHeldBack: true })
  }
}

/** Tells this run from every other one of its attempt. */
export function newRun(): string {
  return randomUUID()
}

/** Of the workflow that asked. */
export function runId(): string {
  return ActivityContext.current().info.workflowExecution?.runId ?? ''
}

const RETRY_MS = 20_000
const LONGEST_PAUSE_MS = 2_000

/**
 * Writes down what a provider has answered to a money request, through short troubles of the database: an answer that is lost
 * cannot be asked for again. `write` may find that an earlier try got through after all.
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
