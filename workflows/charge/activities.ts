/** The activities as a charge sees them: which queue, how long, and what may be repeated. */
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import { POLL_RHYTHM } from '../../domain/poll-rhythm.ts'
import { DATABASE, READING, READING_NOW } from '../shared/options.ts'
import type { ChargeTiming } from './timing.ts'

/**
 * Creating a charge. Which failures are repeated is decided where the failure is known (activities/failures.ts): only
 * what surely was not processed, or may be repeated by an idempotency key. A crashed run is noticed by its heartbeat.
 */
export function attemptActivities(timing: ChargeTiming, isLastCandidate: boolean) {
  return proxyActivities<Pick<Activities, 'attemptCharge'>>({
    startToCloseTimeout: '1 minute',
    heartbeatTimeout: '10 seconds',
    retry: isLastCandidate
      ? { initialInterval: '1 second', maximumInterval: '15 seconds' }
      : { initialInterval: '1 second', maximumAttempts: timing.triesBeforeFailover },
    scheduleToCloseTimeout: timing.unreachableMs,
    summary: 'Criar a cobrança no provedor',
  })
}

export const { lookUpAttempt } = proxyActivities<Pick<Activities, 'lookUpAttempt'>>({
  ...READING,
  summary: 'Procurar no provedor o que foi feito',
})

export const {
  readCharge,
  adoptTransaction,
  takeLateAmounts,
  lookUpAttempt: lookUpNow,
} = proxyActivities<Pick<Activities, 'readCharge' | 'adoptTransaction' | 'takeLateAmounts' | 'lookUpAttempt'>>({
  ...READING_NOW,
  // Asked again, the provider says the same.
  retry: { ...READING_NOW.retry, nonRetryableErrorTypes: ['Mismatch', 'NotSupported'] },
  summary: 'Consultar o provedor',
})

/** Read when nothing else would bring the news again: for as long as the provider takes. */
export const { readCharge: readChargePatiently, confirmEvent } = proxyActivities<
  Pick<Activities, 'readCharge' | 'confirmEvent'>
>({
  ...READING,
  retry: { initialInterval: '1 second', maximumInterval: '10 minutes' },
  summary: 'Consultar o provedor até que responda',
})

/** Until it is known, or can be paid no more. */
export function secondActivities(timing: ChargeTiming) {
  return proxyActivities<Pick<Activities, 'watchSecondPayment'>>({
    ...READING,
    scheduleToCloseTimeout: timing.secondPaymentMs,
    retry: {
      initialInterval: timing.pollFirstMs,
      backoffCoefficient: POLL_RHYTHM.factor,
      maximumInterval: timing.pollMaxMs,
    },
    summary: 'Procurar um segundo pagamento',
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
