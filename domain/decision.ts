/** What an operator may decide about a movement that waits, and why a decision may be void. */
import { defined } from './defined.ts'

export const DECISION_KINDS = ['retry', 'resolve', 'cancel'] as const
export type DecisionKind = (typeof DECISION_KINDS)[number]

/** The questions that a workflow asks an operator. The other reasons for attention are news. */
export const DOUBTS = ['unknownOutcome', 'providerUnreachable', 'noConfirmation', 'awaitsApproval'] as const
export type Doubt = (typeof DOUBTS)[number]

/** The doubts whether the movement was created at all. */
export type CreationDoubt = Exclude<Doubt, 'noConfirmation' | 'awaitsApproval'>

export const isDoubt = (reason: string | null | undefined): reason is Doubt =>
  (DOUBTS as readonly (string | null | undefined)[]).includes(reason)

/** Only an operator who was shown another amount may answer it, because it may have been reported in the same second. */
export const OTHER_AMOUNT = 'amountMismatch'

/** News of a payment that an operator who was shown it may confirm, if the provider cannot. */
export const CONFIRMABLE = [OTHER_AMOUNT, 'unconfirmedNotice'] as const
export type Confirmable = (typeof CONFIRMABLE)[number]

export const isConfirmable = (reason: string | null | undefined): reason is Confirmable =>
  (CONFIRMABLE as readonly (string | null | undefined)[]).includes(reason)

/** The confirmable reasons among these; another amount takes precedence, as on the page. */
export const confirmablesIn = (reasons: readonly string[]): Confirmable[] =>
  CONFIRMABLE.filter((reason) => reasons.includes(reason))

/** What was known of a payment when an operator decided about it. Integer cents. */
export interface ShownPayment {
  id: string
  amount?: number
  /** The amount paid according to the newest notice that states one. */
  noticed?: number
}

/** Why a decision had no effect. The timeline has a sentence for each reason, in each language. */
export const VOID_REASONS = [
  /** The doubt that the operator saw was already answered. */
  'answered',
  /** The workflow has not asked anything yet. */
  'underWay',
  /** The movement has ended. */
  'over',
  /** The decision is not understood: a signal may carry any value. */
  'malformed',
  /** The provider does not know the id, or the id belongs to another movement. */
  'unknownId',
  /** The provider does not answer now, so the decision was not accepted. */
  'unreadable',
  /** The provider has no lookup, so an operator must look in its dashboard. */
  'cannotLook',
  /** A movement that may have been paid is not cancelled. */
  'mayBePaid',
  /** The provider reports another amount, which the operator was not shown. */
  'otherAmount',
  /** The provider was asked first and does not report it as paid. */
  'notPaid',
  /** The provider was asked first and has it. */
  'found',
  /** The provider was asked first and has rejected it. */
  'givenUp',
  /** Nothing is sent or looked up before a second person has approved it. */
  'awaitsApproval',
  /** Only an operator of the platform may approve, and not the person who requested the withdrawal. */
  'notAllowed',
] as const
export type VoidReason = (typeof VOID_REASONS)[number]

/** Whether an operator says that what was not created was paid. */
export const contradictsItself = ({ outcome, status }: { outcome: string; status?: string | undefined }): boolean =>
  outcome === 'notCreated' && status === 'APPROVED'

/** What became of a decision. */
export type DecisionAnswer = { became: 'carriedOut' } | { became: 'void'; why: VoidReason }

/** A decision as it is stored in a movement's history. An approval is stored together with its own record. */
export type Decided = {
  /** Distinguishes the decision's row and makes a repeat harmless. */
  id: string
  by?: string
  /** The reason for attention that was shown. */
  about?: string | null
  /** Set for a decision that came as a signal, which the audit log lacks: the workflow's id and the operator's answer. */
  signal?: { target: string; detail: Readonly<Record<string, string>> }
} & ({ became: 'carriedOut'; kind: DecisionKind } | { became: 'void'; why: VoidReason; kind: DecisionKind | 'approve' })

/** The event types of decisions in the history of any movement. */
export const DECISIONS_IN_HISTORY = ['operatorRetried', 'operatorResolved', 'operatorCanceled', 'decisionVoid'] as const

/** The event types of decisions including approvals, which only withdrawals have. */
export const DECISION_EVENT_TYPES = [...DECISIONS_IN_HISTORY, 'operatorApproved'] as const
export type DecisionEventType = (typeof DECISION_EVENT_TYPES)[number]

/** The key of the decision's row in the history. */
export const decisionKey = (id: string) => `${DECISION}${id}`

const DECISION = 'decision/'

/** The id of the decision that the event tells of; null if it tells of none. */
export const decisionIn = (key: string): string | null => (key.startsWith(DECISION) ? key.slice(DECISION.length) : null)

/** The beginning of the keys under which a decision takes payments. */
export const takingKey = (id: string) => `operator/${id}`

const CARRIED_OUT = {
  retry: 'operatorRetried',
  resolve: 'operatorResolved',
  cancel: 'operatorCanceled',
} as const satisfies Record<DecisionKind, DecisionEventType>

/** The event types of decisions that answer a question. */
export const ANSWERING_DECISIONS: readonly DecisionEventType[] = [CARRIED_OUT.resolve, CARRIED_OUT.cancel]

/** The decision's row in the history. Every decision leaves one. */
export function decisionEvent(decided: Decided) {
  const { id, by } = decided
  const who: Record<string, string> = defined({ by })
  const row = { key: decisionKey(id), cause: 'operator' as const }
  if (decided.became === 'carriedOut') return { ...row, type: CARRIED_OUT[decided.kind], detail: who }
  return { ...row, type: 'decisionVoid' as const, detail: { ...who, decision: decided.kind, why: decided.why } }
}

/** A retry only looks, so it clears no doubt. A resolve or a cancel clears all of them. */
const ANSWERED_BY = {
  retry: ['workflowLost', 'workflowStuck'],
  resolve: [...DOUBTS, 'workflowLost', 'workflowStuck'],
  cancel: [...DOUBTS, 'workflowLost', 'workflowStuck'],
} as const satisfies Record<DecisionKind, readonly string[]>

/** The reasons for attention that this decision clears. */
export function answeredBy(decided: Decided): readonly string[] {
  if (decided.became === 'void') return []
  const answered = ANSWERED_BY[decided.kind]
  return decided.kind !== 'retry' && decided.about === OTHER_AMOUNT ? [...answered, OTHER_AMOUNT] : answered
}
