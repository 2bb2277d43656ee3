/** Everything that the API, the worker and the workflows must agree on: ids, task queues, signals, updates, search attributes. */
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow'
import type { Confirmable, DecisionAnswer, DecisionKind, Doubt } from '../domain/decision.ts'
import type { DisbursementKind, DisbursementStatus } from '../domain/disbursement.ts'
import type { ChargeTiming } from './charge/timing.ts'
import type { DisbursementTiming } from './disbursement/timing.ts'
import type { ReceiverTiming } from './receiver/timing.ts'

/** Split so that a slow provider being polled, or a dead seller endpoint, cannot delay a buyer's charge. */
export const TASK_QUEUES = { charges: 'charges', polling: 'polling', deliveries: 'deliveries' } as const

export const chargeWorkflowId = (chargeId: string) => `charge/${chargeId}`
export const chargeIdOf = (workflowId: string) => workflowId.replace(/^charge\//, '')
export const chargeEventWorkflowId = (chargeId: string, eventId: string) => `charge/${chargeId}/event/${eventId}`
export const chargeDecisionWorkflowId = (chargeId: string, decisionId: string) =>
  `charge/${chargeId}/decision/${decisionId}`
export const disbursementWorkflowId = (kind: DisbursementKind, disbursementId: string) => `${kind}/${disbursementId}`
export const withdrawalEventWorkflowId = (disbursementId: string, eventId: string) =>
  `withdrawal/${disbursementId}/event/${eventId}`
export const disbursementIdOf = (workflowId: string) => workflowId.replace(/^(refund|withdrawal)\//, '')
export const receiverWorkflowId = (receiverId: string) => `receiver/${receiverId}`
export const receiverIdOf = (workflowId: string) => workflowId.replace(/^receiver\//, '')
export const accountReaderWorkflowId = (accountId: string) => `account/${accountId}/reader`
export const webhookDeliveryWorkflowId = (deliveryId: string) => `webhook-delivery/${deliveryId}`
export const mailDeliveryWorkflowId = (mailId: string) => `mail/${mailId}`
export const examWorkflowId = (examId: string) => `exam/${examId}`
export const listExportWorkflowId = (exportId: string) => `export/${exportId}`

/** The schedule of the sweep, of which there is one for the whole installation; its workflows are called after it. */
export const SWEEP_ID = 'sweep'

/** Types of the workflows that the API and activities start by name. */
export const WORKFLOW_TYPES = {
  charge: 'charge',
  chargeEvent: 'chargeEvent',
  chargeDecision: 'chargeDecision',
  refund: 'refund',
  withdrawal: 'withdrawal',
  withdrawalEvent: 'withdrawalEvent',
  receiver: 'receiver',
  webhookDelivery: 'webhookDelivery',
  mailDelivery: 'mailDelivery',
  listExport: 'listExport',
  exam: 'exam',
  requestExam: 'requestExam',
  sweep: 'sweep',
  accountReader: 'accountReader',
} as const

export const SEARCH_ATTRIBUTES = {
  provider: defineSearchAttributeKey('Provider', SearchAttributeType.KEYWORD),
  platformId: defineSearchAttributeKey('PlatformId', SearchAttributeType.KEYWORD),
  status: defineSearchAttributeKey('Status', SearchAttributeType.KEYWORD),
  needsAttention: defineSearchAttributeKey('NeedsAttention', SearchAttributeType.BOOL),
} as const

/** The activity by which a refund or withdrawal reaches a provider: a history without one has sent nothing. */
export const SENDING_ACTIVITY = 'attemptDisbursement'

export interface ExamInput {
  examId: string
  /** How many there are. */
  questions: number
}

export type RequestExamInput = Pick<ExamInput, 'examId'>

/** What the rows of a movement say of its last attempt. `unsent`: nothing of it can have left. */
export interface Recovery {
  attempt: number
  stands: 'created' | 'sending' | 'unsent'
}

/** Ids only: what a workflow needs to know it loads through an activity, so that histories hold no personal data. */
export interface ChargeInput {
  chargeId: string
  platformId: string
  /** Candidate provider accounts, in the order in which routing chose them. */
  candidates: readonly { accountId: string; provider: string }[]
  /** Its workflow was lost: it goes on from what its rows say, and sends nothing before an operator says so. */
  recovery?: Recovery
  /** Where it differs from the usual, as for boletos, and in tests. */
  timing?: Partial<ChargeTiming>
}

/** A provider's event about a charge whose own workflow has closed. */
export interface ChargeEventInput {
  chargeId: string
  platformId: string
  eventId: string
}

/** An operator takes what came for a charge whose own workflow has closed. */
export interface ChargeDecisionInput {
  chargeId: string
  platformId: string
  /** `about`: the reason for attention that was shown. */
  decision: { id: string; by: string; about: Confirmable }
  /** The one that is meant, of several that only a notice speaks of. */
  transactionId?: string
}

/** The same about a withdrawal. */
export interface WithdrawalEventInput {
  disbursementId: string
  platformId: string
  eventId: string
}

/** A refund or withdrawal: ids only, as of a charge. */
export interface DisbursementInput {
  disbursementId: string
  platformId: string
  /** A refund has one: the account that holds the charge's transaction. */
  candidates: readonly { accountId: string; provider: string }[]
  /** Where a run that became too long goes on: the candidate, and the attempt's number. */
  resumeAt?: { index: number; number: number }
  /** As of a charge. */
  recovery?: Recovery
  /** A second person has to approve it until then, ISO 8601 UTC; nothing is sent before. */
  approval?: { dueAt: string; hours: number }
  /** For tests; the product leaves it out. */
  timing?: Partial<DisbursementTiming>
}

export interface ReceiverInput {
  receiverId: string
  platformId: string
  /** As of a charge. */
  recovery?: Recovery
  /** For tests; the product leaves it out. */
  timing?: Partial<ReceiverTiming>
}

/** The reader of one provider account. */
export interface ReaderInput {
  accountId: string
  platformId: string
}

/** Something of the account may be due. */
export const dueSignal = defineSignal('due')
/** From Temporal Web and its CLI. */
export const pauseSignal = defineSignal('pause')
export const resumeSignal = defineSignal('resume')

/** Why the creation ended, for the request that waits for it. */
export type CreationOutcome =
  | { outcome: 'created' }
  | { outcome: 'refused'; message: string }
  | { outcome: 'needsAttention' }
  | { outcome: 'abandoned' }

/** The constant update id makes a repeated start return the first answer, even after the workflow has closed. */
export const CREATED_UPDATE_ID = 'created'
export const createdUpdate = defineUpdate<CreationOutcome>('created')

/**
 * A provider's webhook, by its key alone: whoever may signal decides nothing. What was stored and proved is loaded by an
 * activity.
 */
export interface ProviderEvent {
  /** Our webhook_events id, with the number of its replay: what makes a repeated signal harmless. */
  eventId: string
}
const READ = 'reading/'
/** A reading has changed the movement's rows: its workflow looks at them. */
export const readingEventId = (what: string) => `${READ}${what}`
/** Its provider cannot be asked about it. */
export const UNREADABLE = readingEventId('unreadable')
/** Nobody waits for its payment any longer. */
export const EXPIRED = readingEventId('expired')
/** Its row has lost what it follows: it is read again, and a person is asked where that does not help. */
export const FORGOTTEN = readingEventId('forgotten')
export const isReadingEvent = (eventId: string) => eventId.startsWith(READ)
export const providerEventSignal = defineSignal<[ProviderEvent]>('providerEvent')

interface DecisionBase {
  /** Makes a repeat harmless, also when it comes by another way. */
  id?: string
  /** Who decided, for the movement's history. */
  by?: string
  /** The reason for attention that was shown; null where there was none. Left out, as in Temporal Web: whatever is asked now. */
  about?: string | null
  /** The attempt that was decided about, so that a decision sent twice does not meet the next one. */
  attempt?: number
}

/** A second person's, to send a withdrawal: it comes by the Update alone, which only our API can seal. */
export type Approval = DecisionBase & { kind: 'approve'; personId: string }

/** What an operator decides about a movement. */
export type Decision =
  | (DecisionBase & { kind: Exclude<DecisionKind, 'resolve'> })
  | (DecisionBase & {
      kind: 'resolve'
      outcome: 'created' | 'notCreated'
      /** The provider's id of the transaction, refund, withdrawal or receiver, when created. */
      externalId?: string
      /** Of a withdrawal: its final status, where the operator knows it. */
      status?: Exclude<DisbursementStatus, 'PENDING'>
    })

/** From our API: answers what became of the decision. */
export const decideUpdate = defineUpdate<DecisionAnswer, [Decision | Approval]>('decide')

/** From Temporal Web and its CLI; the movement's history says what became of it. */
export const retrySignal = defineSignal<[DecisionBase?]>('retry')
export const resolveSignal = defineSignal<[Omit<Extract<Decision, { kind: 'resolve' }>, 'kind'>]>('resolve')
export const cancelSignal = defineSignal<[DecisionBase?]>('cancel')

/** Those that an operator may send from Temporal's own tools, which seal nothing. */
export const OPERATOR_SIGNALS: ReadonlySet<string> = new Set([
  retrySignal.name,
  resolveSignal.name,
  cancelSignal.name,
  pauseSignal.name,
  resumeSignal.name,
])

export const statusQuery = defineQuery<{ status: string; phase: string; needsAttention: boolean; asked?: Doubt }>(
  'status',
)
