/** The activities of refunds and withdrawals, with their task queues, timeouts and retry policies. */
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import { DATABASE, READING, READING_NOW, trying } from '../shared/options.ts'
import { SUMMARIES } from '../texts.ts'
import type { DisbursementTiming } from './timing.ts'

/** activities/failures.ts decides which failures are retried: only those that certainly paid nothing. */
export function attemptActivities(timing: DisbursementTiming) {
  return proxyActivities<Pick<Activities, 'attemptDisbursement'>>({
    startToCloseTimeout: '1 minute',
    heartbeatTimeout: '10 seconds',
    retry: trying(timing),
    scheduleToCloseTimeout: timing.unreachableMs,
    summary: SUMMARIES.sendDisbursement,
  })
}

export const { lookUpDisbursement } = proxyActivities<Pick<Activities, 'lookUpDisbursement'>>({
  ...READING,
  retry: { initialInterval: '1 second', maximumInterval: '2 minutes' },
  summary: SUMMARIES.lookUp,
})

export const { resolveDisbursement, lookUpDisbursement: lookUpNow } = proxyActivities<
  Pick<Activities, 'resolveDisbursement' | 'lookUpDisbursement'>
>({
  ...READING_NOW,
  // A retry would get the same answer.
  retry: { ...READING_NOW.retry, nonRetryableErrorTypes: ['Mismatch'] },
  summary: SUMMARIES.checkDecision,
})

/** Retries until the provider answers, because no later event would bring the same news. */
export const { confirmWithdrawalEvent } = proxyActivities<Pick<Activities, 'confirmWithdrawalEvent'>>({
  ...READING,
  retry: { initialInterval: '1 second', maximumInterval: '10 minutes' },
  summary: SUMMARIES.checkNotice,
})

export const {
  recordDisbursementTransition,
  recordDisbursementAttention,
  recordDisbursementDecision,
  recordDisbursementApproval,
  loadDisbursementCreation,
  applyWithdrawalEvent,
  readSoon,
} =
  proxyLocalActivities<
    Pick<
      Activities,
      | 'recordDisbursementTransition'
      | 'recordDisbursementAttention'
      | 'recordDisbursementDecision'
      | 'recordDisbursementApproval'
      | 'loadDisbursementCreation'
      | 'applyWithdrawalEvent'
      | 'readSoon'
    >
  >(DATABASE)
