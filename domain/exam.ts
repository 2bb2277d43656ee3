/** The exam of a seller's endpoint: events of made-up charges, sent with the faults that a network causes. */
import { REQUEST_QUESTION_NAMES, type RequestQuestionName } from './exam-requests.ts'

/** How a message differs from a real one. */
export const EXAM_CHANGES = ['forged', 'old', 'repeated'] as const
export type ExamChange = (typeof EXAM_CHANGES)[number]

export interface ExamMessage {
  type: 'charge.created' | 'charge.rejected' | 'charge.approved' | 'charge.examined'
  sequence: number
  change?: ExamChange
  /** The provider had not answered when the charge was created, so there is no code yet. */
  isPending?: true
}

export interface ExamQuestion {
  messages: readonly ExamMessage[]
  wants: 'taken' | 'refused'
  /** The state that the seller's system must have in the end. */
  ends?: 'paid' | 'unpaid'
}

const created = { type: 'charge.created', sequence: 1 } as const
const approved = { type: 'charge.approved', sequence: 2 } as const

/** In the order in which they are asked. */
export const EXAM_QUESTIONS = {
  plainSale: { messages: [created, approved], wants: 'taken', ends: 'paid' },
  sameEventTwice: { messages: [created, approved, { ...approved, change: 'repeated' }], wants: 'taken', ends: 'paid' },
  approvedBeforeCreated: { messages: [approved, created], wants: 'taken', ends: 'paid' },
  moneyAfterExpiry: {
    messages: [created, { type: 'charge.rejected', sequence: 2 }, { type: 'charge.approved', sequence: 3 }],
    wants: 'taken',
    ends: 'paid',
  },
  /** The provider was slow: the request was answered with 202, and the code came later. */
  slowProvider: { messages: [{ ...created, isPending: true }, approved], wants: 'taken', ends: 'paid' },
  /** The provider answered 5xx: there was never a code, and the charge's first event is its end. */
  failedProvider: { messages: [{ type: 'charge.rejected', sequence: 1 }], wants: 'taken', ends: 'unpaid' },
  typeToCome: { messages: [{ type: 'charge.examined', sequence: 1 }], wants: 'taken' },
  forgedEvent: {
    messages: [{ type: 'charge.approved', sequence: 1, change: 'forged' }],
    wants: 'refused',
    ends: 'unpaid',
  },
  oldEvent: { messages: [{ type: 'charge.approved', sequence: 1, change: 'old' }], wants: 'refused', ends: 'unpaid' },
} as const satisfies Record<string, ExamQuestion>

/**
 * What is true of a question's charge once its first `told` messages have been sent: the newest of them that was neither forged nor old.
 * Without one, the charge has been created, and not paid.
 */
export function truthAfter({ messages }: ExamQuestion, told: number): ExamMessage {
  return messages
    .slice(0, told)
    .filter(({ change }) => change !== 'forged' && change !== 'old')
    .reduce((newest, message) => (message.sequence > newest.sequence ? message : newest), NOTHING_YET)
}

const NOTHING_YET: ExamMessage = { ...created, sequence: 0 }

/** `events`: how a system handles our events. `requests`: how it handles failures of its own requests. */
export const EXAM_KINDS = ['events', 'requests'] as const
export type ExamKind = (typeof EXAM_KINDS)[number]

export type ExamQuestionName = keyof typeof EXAM_QUESTIONS
export const EXAM_QUESTION_NAMES = Object.keys(EXAM_QUESTIONS) as ExamQuestionName[]

export const questionsOf = (kind: ExamKind): readonly (ExamQuestionName | RequestQuestionName)[] =>
  kind === 'events' ? EXAM_QUESTION_NAMES : REQUEST_QUESTION_NAMES

export const EXAM_STATES = ['RUNNING', 'FINISHED', 'FAILED'] as const
export type ExamState = (typeof EXAM_STATES)[number]

/** The exam's grades no longer change. */
export const isExamOver = (state: ExamState): boolean => OVER[state]

const OVER = { RUNNING: false, FINISHED: true, FAILED: true } as const satisfies Record<ExamState, boolean>

/** What was wrong. `slow`: the answer was right but so late that it would be lost on a busy day. */
export const EXAM_FAULTS = [
  'answer',
  'noAnswer',
  'slow',
  'state',
  'unpaid',
  'paid',
  'paidTwice',
  // Faults of the seller's own requests.
  'notAsked',
  'noKey',
  'otherKey',
  'notRepeated',
  'notFollowed',
  'givenUp',
] as const
export type ExamFault = (typeof EXAM_FAULTS)[number]

/** The request that an exam examines. */
export const EXAMINED_REQUEST = 'POST /v1/charges'

/** The answer to one message or one request. */
export interface ExamAnswer {
  type: ExamMessage['type'] | typeof EXAMINED_REQUEST
  /** 0 if there was no answer. */
  status: number
  milliseconds: number
}

export interface ExamGrade {
  question: ExamQuestionName | RequestQuestionName
  answers: ExamAnswer[]
  fault: ExamFault | null
}

/** A system that takes longer should answer first and work afterwards. Milliseconds. */
export const SLOW_ANSWER_MS = 5_000

export const isRightAnswer = (wants: ExamQuestion['wants'], status: number): boolean =>
  wants === 'taken' ? status >= 200 && status < 300 : status >= 400 && status < 500

/** The fault that the answers alone show. */
export function faultInAnswers({ wants }: ExamQuestion, answers: readonly ExamAnswer[]): ExamFault | null {
  if (answers.some(({ status }) => status === 0)) return 'noAnswer'
  if (!answers.every(({ status }) => isRightAnswer(wants, status))) return 'answer'
  return answers.some(({ milliseconds }) => milliseconds > SLOW_ANSWER_MS) ? 'slow' : null
}

/** A charge's state in a seller's system: the answer to a `GET` of its state URL. */
export interface HeldState {
  status?: unknown
  paid?: unknown
}

/**
 * @param held undefined if the URL gave no state; empty for a charge that the system does not know.
 * @returns `wait` while a system that works after its answer may still reach the state.
 */
export function faultInState({ ends }: ExamQuestion, held: HeldState | undefined): ExamFault | 'wait' | null {
  if (ends === undefined) return null
  if (held === undefined) return 'state'
  const isPaid = held.status === 'APPROVED'
  if (ends === 'unpaid') return isPaid ? 'paid' : null
  if (!isPaid) return 'wait'
  return typeof held.paid === 'number' && held.paid !== 1 ? 'paidTwice' : null
}

/** The placeholder for a charge's id in a state URL. */
export const CHARGE_ID = 'charge-id'

/** The most exams of one platform per hour. Each sends a dozen messages or more. */
export const EXAMS_PER_HOUR = 20
