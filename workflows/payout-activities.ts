/** The activities of refunds and withdrawals as workflows see them: which queue, how long, and what may be repeated. */
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { Activities } from '../activities/index.ts'
import { POLL_RHYTHM } from '../domain/poll-rhythm.ts'
import { TASK_QUEUES } from './messages.ts'
import type { PayoutTiming } from './payout-timing.ts'

/** Which failures are repeated is decided where the failure is known (activities/failures.ts): only what surely paid nothing. */
export function payingActivities({ unreachableMs }: PayoutTiming) {
  return proxyActivities<Pick<Activities, 'attemptPayout'>>({
    startToCloseTimeout: '1 minute',
    heartbeatTimeout: '10 seconds',
    retry: { initialInterval: '1 second', maximumInterval: '15 seconds' },
    scheduleToCloseTimeout: unreachableMs,
    summary: 'Enviar o pedido ao provedor',
  })
}

export const { lookUpPayout } = proxyActivities<Pick<Activities, 'lookUpPayout'>>({
  taskQueue: TASK_QUEUES.polling,
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '2 minutes' },
  summary: 'Procurar no provedor o que foi feito',
})

/** Somebody waits for the answer: bounded, so that a dead provider does not hold up other news. */
export const { resolvePayout } = proxyActivities<Pick<Activities, 'resolvePayout'>>({
  taskQueue: TASK_QUEUES.polling,
  startToCloseTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '10 seconds', maximumAttempts: 5 },
  summary: 'Conferir no provedor o que o operador disse',
})

/** The retry policy is the interval: a thousand polls write no history. */
export function pollingActivities({ pollFirstMs, pollMaxMs, longestLifeMs }: PayoutTiming) {
  return proxyActivities<Pick<Activities, 'pollPayout'>>({
    taskQueue: TASK_QUEUES.polling,
    startToCloseTimeout: '30 seconds',
    scheduleToCloseTimeout: longestLifeMs,
    retry: { initialInterval: pollFirstMs, backoffCoefficient: POLL_RHYTHM.factor, maximumInterval: pollMaxMs },
    summary: 'Conferir a transferência de tempos em tempos',
  })
}

/** Our own database: retried for as long as it takes. */
export const { recordPayoutTransition, recordPayoutAttention, recordPayoutDecision } = proxyLocalActivities<
  Pick<Activities, 'recordPayoutTransition' | 'recordPayoutAttention' | 'recordPayoutDecision'>
>({
  startToCloseTimeout: '10 seconds',
  retry: { initialInterval: '200 milliseconds', maximumInterval: '30 seconds' },
  // A long outage is waited for with timers on the server, not with a workflow task held open.
  localRetryThreshold: '5 seconds',
})
