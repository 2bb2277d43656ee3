/** What an operator may decide about a movement of money that waits, and why a decision may come to nothing. */
import { defined } from './defined.ts'

export const DECISION_KINDS = ['retry', 'resolve', 'cancel'] as const
export type DecisionKind = (typeof DECISION_KINDS)[number]

/** The questions that a workflow asks an operator. Other reasons for attention are news, not questions. */
export const DOUBTS = ['unknownOutcome', 'providerUnreachable', 'noConfirmation', 'awaitsApproval'] as const
export type Doubt = (typeof DOUBTS)[number]

/** Whether it was made at all. */
export type CreationDoubt = Exclude<Doubt, 'noConfirmation' | 'awaitsApproval'>

export const isDoubt = (reason: string | null | undefined): reason is Doubt =>
  (DOUBTS as readonly (string | null | undefined)[]).includes(reason)

/** Another amount is answered by whoever was shown it, and by nobody else: it may have been heard of in the same second. */
export const OTHER_AMOUNT = 'amountMismatch'

/** News of a payment that an operator who was shown it may confirm, where the provider can say nothing more. */
const CONFIRMABLE = [OTHER_AMOUNT, 'unconfirmedNotice'] as const
export type Confirmable = (typeof CONFIRMABLE)[number]

export const isConfirmable = (reason: string | null | undefined): reason is Confirmable =>
  (CONFIRMABLE as readonly (string | null | undefined)[]).includes(reason)

/** Why nothing was done. The timeline has a sentence for each, in each language. */
export const VOID_REASONS = [
  /** The doubt that the operator saw is answered. */
  'answered',
  /** Nothing has been asked yet. */
  'underWay',
  /** The movement has come to its end. */
  'over',
  /** It says nothing that can be understood: a signal may hold anything. */
  'malformed',
  /** The provider does not know the id, or it is another movement's. */
  'unknownId',
  /** The provider does not answer now, so nothing was believed. */
  'unreadable',
  /** The provider cannot be asked about it at all: somebody has to look there. */
  'cannotLook',
  /** What may have been paid is not cancelled. */
  'mayBePaid',
  /** The provider speaks of another amount, which the operator was not shown. */
  'otherAmount',
  /** The provider was asked first, and does not call it paid. */
  'notPaid',
  /** The provider was asked first, and has it. */
  'found',
  /** The provider was asked first, and has given it up. */
  'givenUp',
  /** Nothing is sent, or looked for, before a second person has approved it. */
  'awaitsApproval',
  /** Nobody approves what they asked for, and only somebody who works for the platform as an operator does. */
  'notAllowed',
] as const
export type VoidReason = (typeof VOID_REASONS)[number]

/** What became of a decision. */
export type DecisionAnswer = { became: 'carriedOut' } | { became: 'void'; why: VoidReason }

/** A decision as it is written into a movement's history. One that was an approval is written with the approval itself. */
export type Decided = {
  /** Makes one decision's row distinct, and a repeat of it harmless. */
  id: string
  by?: string
  /** The reason for attention that was shown. */
  about?: string | null
  /** It came as a signal, so that the audit log has not heard of it: the workflow's id, and what was said. */
  signal?: { target: string; detail: Readonly<Record<string, string>> }
} & ({ became: 'carriedOut'; kind: DecisionKind } | { became: 'void'; why: VoidReason; kind: DecisionKind | 'approve' })

/** Rows that decisions leave in the history of any movement. */
export const DECISIONS_IN_HISTORY = ['operatorRetried', 'operatorResolved', 'operatorCanceled', 'decisionVoid'] as const

/** Those of withdrawals too, some of which a second person approves. */
export const DECISION_EVENT_TYPES = [...DECISIONS_IN_HISTORY, 'operatorApproved'] as const
export type DecisionEventType = (typeof DECISION_EVENT_TYPES)[number]

/** The key of its row in the history. */
export const decisionKey = (id: string) => `decision/${id}`

const CARRIED_OUT = {
  retry: 'operatorRetried',
  resolve: 'operatorResolved',
  cancel: 'operatorCanceled',
} as const satisfies Record<DecisionKind, DecisionEventType>

/** Its row in the history: a decision always leaves one. */
export function decisionEvent(decided: Decided) {
  const { id, by } = decided
  const who: Record<string, string> = defined({ by })
  const row = { key: decisionKey(id), cause: 'operator' as const }
  if (decided.became === 'carriedOut') return { ...row, type: CARRIED_OUT[decided.kind], detail: who }
  return { ...row, type: 'decisionVoid' as const, detail: { ...who, decision: decided.kind, why: decided.why } }
}

/** A retry only looks, so it answers no doubt; whoever resolves or cancels has answered all of them. */
const ANSWERED_BY = {
  retry: ['workflowLost', 'workflowStuck'],
  resolve: [...DOUBTS, 'workflowLost', 'workflowStuck'],
  cancel: [...DOUBTS, 'workflowLost', 'workflowStuck'],
} as const satisfies Record<DecisionKind, readonly string[]>

/** The reasons for attention that end with this decision. */
export function answeredBy(decided: Decided): readonly string[] {
  if (decided.became === 'void') return []
  const answered = ANSWERED_BY[decided.kind]
  return decided.kind !== 'retry' && decided.about === OTHER_AMOUNT ? [...answered, OTHER_AMOUNT] : answered
}
