/** Everything that the API, the worker and the workflows must agree on: ids, task queues, signals, updates, search attributes. */
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow'
import type { ChargeStatus } from '../domain/charge-status.ts'
import type { PayoutAttention, PayoutKind, PayoutStatus } from '../domain/payout.ts'
import type { PayoutTiming } from './payout-timing.ts'
import type { Timing } from './timing.ts'

/** Split so that a slow provider being polled, or a dead seller endpoint, cannot delay a buyer's charge. */
export const TASK_QUEUES = { charges: 'charges', polling: 'polling', deliveries: 'deliveries' } as const

export const chargeWorkflowId = (chargeId: string) => `charge/${chargeId}`
export const chargeIdOf = (workflowId: string) => workflowId.replace(/^charge\//, '')
export const chargeEventWorkflowId = (chargeId: string, eventId: string) => `charge/${chargeId}/event/${eventId}`
export const payoutWorkflowId = (kind: PayoutKind, payoutId: string) => `${kind}/${payoutId}`
export const payoutIdOf = (workflowId: string) => workflowId.replace(/^(refund|withdrawal)\//, '')
export const receiverWorkflowId = (receiverId: string) => `receiver/${receiverId}`
export const receiverIdOf = (workflowId: string) => workflowId.replace(/^receiver\//, '')
export const webhookDeliveryWorkflowId = (deliveryId: string) => `webhook-delivery/${deliveryId}`

/** There is one for the whole installation. */
export const SWEEP_WORKFLOW_ID = 'sweep'

/** Types of the workflows that the API and activities start by name. */
export const WORKFLOW_TYPES = {
  charge: 'charge',
  chargeEvent: 'chargeEvent',
  refund: 'refund',
  withdrawal: 'withdrawal',
  receiver: 'receiver',
  webhookDelivery: 'webhookDelivery',
  sweep: 'sweep',
} as const

export const SEARCH_ATTRIBUTES = {
  provider: defineSearchAttributeKey('Provider', SearchAttributeType.KEYWORD),
  platformId: defineSearchAttributeKey('PlatformId', SearchAttributeType.KEYWORD),
  status: defineSearchAttributeKey('Status', SearchAttributeType.KEYWORD),
  needsAttention: defineSearchAttributeKey('NeedsAttention', SearchAttributeType.BOOL),
} as const

/** Ids only: what a workflow needs to know it loads through an activity, so that histories hold no personal data. */
export interface ChargeInput {
  chargeId: string
  platformId: string
  /** Candidate provider accounts, in the order in which routing chose them. */
  candidates: readonly { accountId: string; provider: string }[]
  /** Where it differs from the usual, as for boletos, and in tests. */
  timing?: Partial<Timing>
}

/** A provider's event about a charge whose own workflow has closed. */
export interface ChargeEventInput {
  chargeId: string
  platformId: string
  event: ProviderEvent
}

/** A refund or withdrawal: ids only, as of a charge. */
export interface PayoutInput {
  payoutId: string
  platformId: string
  /** A refund has one: the account that holds the charge's transaction. */
  candidates: readonly { accountId: string; provider: string }[]
  /** For tests; the product leaves it out. */
  timing?: Partial<PayoutTiming>
}

export interface ReceiverInput {
  receiverId: string
  platformId: string
  /** For tests; the product leaves it out. */
  timing?: Partial<ReceiverTiming>
}

export interface ReceiverTiming {
  /** How long a provider that surely processes nothing is tried before a person is asked. */
  unreachableMs: number
  /** First interval between two questions for the approval; it grows up to `pollMaxMs`. */
  pollFirstMs: number
  pollMaxMs: number
  /** How long an approval may take before a person is asked. */
  approvalMs: number
}

/** Why the creation ended, for the request that waits for it. */
export type CreationOutcome =
  | { outcome: 'created' }
  | { outcome: 'refused'; message: string }
  | { outcome: 'needsAttention' }
  | { outcome: 'abandoned' }

/** The constant update id makes a repeated start return the first answer, even after the workflow has closed. */
export const CREATED_UPDATE_ID = 'created'
export const createdUpdate = defineUpdate<CreationOutcome>('created')

/** A provider's webhook, translated. `status` null means: read the transaction and believe that. */
export interface ProviderEvent {
  /** Our webhook_events id: the key that makes a repeated signal harmless. */
  eventId: string
  transactionId: string
  /** The account whose provider sent it, and which holds the transaction. */
  accountId: string
  /** Proved to come from the provider. What nobody signed is only a reason to look. */
  signed: boolean
  status: ChargeStatus | null
  rawStatus?: string
  unmapped?: boolean
}
export const providerEventSignal = defineSignal<[ProviderEvent]>('providerEvent')

/** Operators, from Temporal Web or our own pages. `by` is who did it, for the charge's history. */
export interface OperatorDecision {
  by?: string
  /** The attempt that was decided about, so that a decision sent twice does not meet the next one. */
  attempt?: number
}
export interface ResolveDecision extends OperatorDecision {
  outcome: 'created' | 'notCreated'
  transactionId?: string
}
export const retrySignal = defineSignal<[OperatorDecision?]>('retry')
export const resolveSignal = defineSignal<[ResolveDecision]>('resolve')
export const cancelSignal = defineSignal<[OperatorDecision?]>('cancel')

export const statusQuery = defineQuery<{ status: ChargeStatus; phase: string; needsAttention: boolean }>('status')

/** What became of a payout: `status` is its final one, where the person knows it. */
export interface PayoutResolution extends ResolveDecision {
  /** What the person was asked: once that is answered, what they say of it is void. */
  about?: PayoutAttention
  status?: Exclude<PayoutStatus, 'PENDING'>
}
export const resolvePayoutSignal = defineSignal<[PayoutResolution]>('resolve')
export const payoutStatusQuery = defineQuery<{ status: PayoutStatus; phase: string; needsAttention: boolean }>('status')
