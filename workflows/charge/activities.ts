/** The activities of a charge, with their task queues, timeouts and retry policies. */
import { type ActivityOptions, proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import { POLL_RHYTHM } from '../../domain/poll-rhythm.ts'
import { DATABASE, READING, READING_NOW, trying } from '../shared/options.ts'
import { SUMMARIES } from '../texts.ts'
import type { ChargeTiming } from './timing.ts'

/**
 * Creates a charge. activities/failures.ts decides which failures are retried: only a request that was certainly not processed,
 * or that an idempotency key makes repeatable. A missing heartbeat reveals a crashed run.
 */
export function attemptActivities(timing: ChargeTiming, isLastCandidate: boolean) {
  return proxyActivities<Pick<Activities, 'attemptCharge'>>({
    startToCloseTimeout: '1 minute',
    heartbeatTimeout: '10 seconds',
    retry: isLastCandidate
      ? trying(timing)
      : { initialInterval: '1 second', maximumAttempts: timing.triesBeforeFailover },
    scheduleToCloseTimeout: timing.unreachableMs,
    summary: SUMMARIES.createCharge,
  })
}

export const { lookUpAttempt } = proxyActivities<Pick<Activities, 'lookUpAttempt'>>({
  ...READING,
  summary: SUMMARIES.lookUp,
})

export const {
  readCharge,
  adoptTransaction,
  takeLateAmounts,
  lookUpAttempt: lookUpNow,
} = proxyActivities<Pick<Activities, 'readCharge' | 'adoptTransaction' | 'takeLateAmounts' | 'lookUpAttempt'>>({
  ...READING_NOW,
  // A retry would get the same answer.
  retry: { ...READING_NOW.retry, nonRetryableErrorTypes: ['Mismatch', 'NotSupported'] },
  summary: SUMMARIES.ask,
})

/** Retries until the provider answers, because no later event would bring the same news. */
const PATIENTLY: ActivityOptions = {
  ...READING,
  retry: { initialInterval: '1 second', maximumInterval: '10 minutes' },
  summary: SUMMARIES.askUntilAnswered,
}

export const { confirmEvent } = proxyActivities<Pick<Activities, 'confirmEvent'>>(PATIENTLY)

/** As `confirmEvent`, unless this provider cannot be read at all, or reports another amount: an operator is asked about that. */
export const { readCharge: readChargePatiently } = proxyActivities<Pick<Activities, 'readCharge'>>({
  ...PATIENTLY,
  retry: { ...PATIENTLY.retry, nonRetryableErrorTypes: ['Mismatch', 'NotSupported'] },
})

/** Searches until the second payment is known or can no longer happen. */
export function secondActivities(timing: ChargeTiming) {
  return proxyActivities<Pick<Activities, 'watchSecondPayment'>>({
    ...READING,
    scheduleToCloseTimeout: timing.secondPaymentMs,
    retry: {
      initialInterval: timing.pollFirstMs,
      backoffCoefficient: POLL_RHYTHM.factor,
      maximumInterval: timing.pollMaxMs,
    },
    summary: SUMMARIES.watchSecondPayment,
  })
}

export const {
  recordTransition,
  recordAttention,
  recordDecision,
  loadChargeFacts,
  loadEvent,
  applyEvent,
  loadCreation,
  loadDelivered,
} =
  proxyLocalActivities<
    Pick<
      Activities,
      | 'recordTransition'
      | 'recordAttention'
      | 'recordDecision'
      | 'loadChargeFacts'
      | 'loadEvent'
      | 'applyEvent'
      | 'loadCreation'
      | 'loadDelivered'
    >
  >(DATABASE)
