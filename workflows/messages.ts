/** What the API, the worker and the workflows must agree on: ids, task queues, signals, updates, search attributes. */
import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common'
import { defineQuery, defineSignal, defineUpdate } from '@temporalio/workflow'
import type { Confirmable, DecisionAnswer, DecisionKind, Doubt, ShownPayment } from '../domain/decision.ts'
import type { DisbursementKind, DisbursementStatus } from '../domain/disbursement.ts'
import type { ChargeTiming } from './charge/timing.ts'
import type { DisbursementTiming } from './disbursement/timing.ts'
import type { ReceiverTiming } from './receiver/timing.ts'

/**
 * Separate queues, so that a slow provider being polled, or a dead seller endpoint, cannot delay a buyer's charge, nor `recovery`: the sweep
 * and the readers, which find what was lost.
 */
export const TASK_QUEUES = {
  charges: 'charges',
  polling: 'polling',
  deliveries: 'deliveries',
  recovery: 'recovery',
} as const

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

/** The schedule of the sweep. An installation has one. Its workflow ids begin with this id. */
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

/** The activities that send a movement to a provider. A history without them has sent nothing. */
export const SENDING_ACTIVITIES = ['attemptCharge', 'attemptDisbursement'] as const

export interface ExamInput {
  examId: string
  /** The number of questions. */
  questions: number
}

export type RequestExamInput = Pick<ExamInput, 'examId'>

/** What a movement's rows say of its last attempt. `unsent`: it cannot have been sent. */
export interface Recovery {
  attempt: number
  stands: 'created' | 'sending' | 'unsent'
  /** An earlier request of a withdrawal was not found: it may have been paid, and only the same one may be sent again. */
  isRepeat?: true
}

/** Ids only. A workflow loads the rest through activities, so that histories hold no personal data. */
export interface ChargeInput {
  chargeId: string
  platformId: string
  /** Candidate provider accounts, in the order in which routing chose them. */
  candidates: readonly { accountId: string; provider: string }[]
  /** Set if the workflow was lost: the new run continues from the rows and sends nothing until an operator decides it. */
  recovery?: Recovery
  /** Differences from the default timing, for boletos and cards and in tests. */
  timing?: Partial<ChargeTiming>
}

/** A provider's event about a charge whose own workflow has closed. */
export interface ChargeEventInput {
  chargeId: string
  platformId: string
  eventId: string
}

/** An operator accepts money that arrived after the charge's own workflow had closed. */
export interface ChargeDecisionInput {
  chargeId: string
  platformId: string
  /** `about`: the reason for attention that was shown. */
  decision: { id: string; by: string; about: Confirmable }
  /** Which transaction is meant, if notices name several that our rows do not have. */
  transactionId?: string
  /** What was known of the payments when the operator decided. */
  shown?: readonly ShownPayment[]
}

/** A provider's event about a withdrawal whose own workflow has closed. */
export interface WithdrawalEventInput {
  disbursementId: string
  platformId: string
  eventId: string
}

/** A refund or withdrawal. Ids only, as for a charge. */
export interface DisbursementInput {
  disbursementId: string
  platformId: string
  /** A refund has one: the account that holds the charge's transaction. */
  candidates: readonly { accountId: string; provider: string }[]
  /**
   * Of a withdrawal with a reference: when the row was made that the start is for, ISO 8601 UTC. A reference that was freed may name
   * another row by now, under the same id.
   */
  madeAt?: string
  /** Where to continue after a run that became too long: the candidate, the attempt's number, and whether it repeats one that was not found. */
  resumeAt?: { index: number; number: number; isRepeat?: true }
  /** As for a charge. */
  recovery?: Recovery
  /** A second person must approve it before `dueAt`, ISO 8601 UTC. Nothing is sent before the approval. */
  approval?: { dueAt: string; hours: number }
  /** For tests; the product leaves it out. */
  timing?: Partial<DisbursementTiming>
}

export interface ReceiverInput {
  receiverId: string
  platformId: string
  /** As for a charge. */
  recovery?: Recovery
  /** For tests; the product leaves it out. */
  timing?: Partial<ReceiverTiming>
}

/** The reader of one provider account. */
export interface DeliveryInput {
  deliveryId: string
  /** How often it was resent before this workflow. A workflow that a resend has replaced does nothing more. Absent in older inputs. */
  resends?: number
}

export interface ReaderInput {
  accountId: string
  platformId: string
}

/** Something of the account may be due. */
export const dueSignal = defineSignal('due')
/** Sent from Temporal Web or its CLI. */
export const pauseSignal = defineSignal('pause')
export const resumeSignal = defineSignal('resume')

/** That there was no row the first time that its workflow looked for it, so that nothing was done. */
export interface Abandonment {
  isAbandoned?: true
}

/** A movement's workflow's result. */
export interface MovementEnd<Status extends string = string> extends Abandonment {
  status: Status
}

/** Why the creation ended, for the request that waits for it. */
export type CreationOutcome =
  | { outcome: 'created' }
  | { outcome: 'refused'; message: string }
  | { outcome: 'needsAttention' }
  | ({ outcome: 'abandoned' } & Abandonment)

/** A constant update id, so that a repeated start returns the first answer, even after the workflow has closed. */
export const CREATED_UPDATE_ID = 'created'
export const createdUpdate = defineUpdate<CreationOutcome>('created')

/**
 * A provider's webhook, by its key alone, so that the sender of a signal decides nothing. An activity loads what was stored and
 * proved.
 */
export interface ProviderEvent {
  /** Our webhook_events id with the number of its replay. It makes a repeated signal harmless. */
  eventId: string
}
const READ = 'reading/'
/** A reading has changed the movement's rows. Its workflow loads them. */
export const readingEventId = (what: string) => `${READ}${what}`
/** The provider cannot be asked about the movement. */
export const UNREADABLE = readingEventId('unreadable')
/** The wait for the charge's payment is over. */
export const EXPIRED = readingEventId('expired')
/** The charge's row has lost the transaction. The workflow reads it again, and asks an operator if that does not help. */
export const FORGOTTEN = readingEventId('forgotten')
export const isReadingEvent = (eventId: string) => eventId.startsWith(READ)
export const providerEventSignal = defineSignal<[ProviderEvent]>('providerEvent')

interface DecisionBase {
  /** Makes a repeat harmless, also a repeat by another way. */
  id?: string
  /** Who decided, for the movement's history. */
  by?: string
  /** The reason for attention that was shown; null if none was. If left out, as in Temporal Web, the question that is open now. */
  about?: string | null
  /** The attempt that the decision is about, so that a decision sent twice does not apply to the next attempt. */
  attempt?: number
}

/** A second person's approval to send a withdrawal. It arrives only by the Update, which only our API can seal. */
export type Approval = DecisionBase & { kind: 'approve'; personId: string }

/** What an operator decides about a movement. */
export type Decision =
  | (DecisionBase & { kind: Exclude<DecisionKind, 'resolve'> })
  | (DecisionBase & {
      kind: 'resolve'
      outcome: 'created' | 'notCreated'
      /** The provider's id of the transaction, refund, withdrawal or receiver, when created. */
      externalId?: string
      /** A withdrawal's final status, if the operator knows it. */
      status?: Exclude<DisbursementStatus, 'PENDING'>
      /** What was known of a charge's payments when the operator decided. */
      shown?: readonly ShownPayment[]
    })

/** Sent by our API. Answers what became of the decision. */
export const decideUpdate = defineUpdate<DecisionAnswer, [Decision | Approval]>('decide')

/** Sent from Temporal Web or its CLI. The movement's history says what became of the decision. */
export const retrySignal = defineSignal<[DecisionBase?]>('retry')
export const resolveSignal = defineSignal<[Omit<Extract<Decision, { kind: 'resolve' }>, 'kind'>]>('resolve')
export const cancelSignal = defineSignal<[DecisionBase?]>('cancel')

/** The signals that an operator may send from Temporal's own tools, which seal nothing. */
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
