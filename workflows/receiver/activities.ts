/** The activities of a receiver, with their task queues, timeouts and retry policies. */
import { proxyActivities, proxyLocalActivities } from '@temporalio/workflow'
import type { Activities } from '../../activities/index.ts'
import { DATABASE, READING_NOW, trying } from '../shared/options.ts'
import { SUMMARIES } from '../texts.ts'
import type { ReceiverTiming } from './timing.ts'

export function creationActivities(timing: ReceiverTiming) {
  return proxyActivities<Pick<Activities, 'createReceiver'>>({
    startToCloseTimeout: '2 minutes',
    heartbeatTimeout: '10 seconds',
    scheduleToCloseTimeout: timing.unreachableMs,
    retry: trying(timing),
    summary: SUMMARIES.createReceiver,
  })
}

export const { adoptReceiver } = proxyActivities<Pick<Activities, 'adoptReceiver'>>({
  ...READING_NOW,
  summary: SUMMARIES.ask,
})

export const {
  recordReceiverStatus,
  recordReceiverAttention,
  recordReceiverDecision,
  reopenCreation,
  loadReceiverFacts,
  vouchForReceiver,
  readSoon,
} =
  proxyLocalActivities<
    Pick<
      Activities,
      | 'recordReceiverStatus'
      | 'recordReceiverAttention'
      | 'recordReceiverDecision'
      | 'reopenCreation'
      | 'loadReceiverFacts'
      | 'vouchForReceiver'
      | 'readSoon'
    >
  >(DATABASE)
