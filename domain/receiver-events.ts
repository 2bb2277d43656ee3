/** A receiver's life: what may happen to it, and why a person may have to look. */
import type { ReceiverStatus } from './receiver.ts'

export const RECEIVER_EVENT_TYPES = [
  'requested',
  'created',
  'refused',
  'unknownOutcome',
  'needsAttention',
  'statusChanged',
  'operatorRetried',
  'operatorResolved',
  'operatorCanceled',
  'decisionVoid',
] as const
export type ReceiverEventType = (typeof RECEIVER_EVENT_TYPES)[number]

export const RECEIVER_ATTENTION = ['unknownOutcome', 'providerUnreachable', 'workflowLost', 'workflowStuck'] as const
export type ReceiverAttention = (typeof RECEIVER_ATTENTION)[number]

/** How a receiver is first approved or refused. */
const MOVES = {
  PENDING: ['ACTIVE', 'REJECTED'],
  ACTIVE: [],
  REJECTED: [],
} as const satisfies Record<ReceiverStatus, readonly ReceiverStatus[]>

export const canReceiverMove = (from: ReceiverStatus, to: ReceiverStatus): boolean =>
  (MOVES[from] as readonly ReceiverStatus[]).includes(to)

/** What a provider may say later, when the receiver is read again. */
const REVISIONS = {
  PENDING: [],
  ACTIVE: ['REJECTED'],
  REJECTED: ['ACTIVE'],
} as const satisfies Record<ReceiverStatus, readonly ReceiverStatus[]>

export const canReceiverBeRevised = (from: ReceiverStatus, to: ReceiverStatus): boolean =>
  (REVISIONS[from] as readonly ReceiverStatus[]).includes(to)

export const isReceiverSettled = (status: ReceiverStatus): status is Exclude<ReceiverStatus, 'PENDING'> =>
  status !== 'PENDING'

export const isReceiverRefused = (status: ReceiverStatus): boolean => status === 'REJECTED'
