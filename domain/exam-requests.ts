/** The exam of a seller's own requests: the charges that the seller creates meanwhile meet simulated failures. */
import type { ExamFault, HeldState } from './exam.ts'

/** Each new order takes the next question. */
export const REQUEST_QUESTION_NAMES = ['lostAnswer', 'slowCreation', 'failedCreation'] as const
export type RequestQuestionName = (typeof REQUEST_QUESTION_NAMES)[number]

export const isRequestQuestion = (name: string): name is RequestQuestionName =>
  REQUEST_QUESTION_NAMES.some((known) => known === name)

/** One request to charge for an order, as the API saw it. */
export interface SeenRequest {
  /** Null without an Idempotency-Key. */
  keyHash: string | null
  /** Null while the request is unanswered. */
  status: number | null
  milliseconds: number | null
}

export interface SeenOrder {
  /** In order of arrival. */
  requests: readonly SeenRequest[]
  /** The seller read the charge, or accepted its event. */
  isFollowed: boolean
}

/** How long the exam waits for orders. Milliseconds. */
export const REQUESTS_WINDOW_MS = 5 * 60_000
/** The exam is over this long after the last request. Longer than a client's pause before a retry. Milliseconds. */
export const REQUESTS_QUIET_MS = 8_000

/** @returns `wait` while the seller may still act correctly. */
export function faultInOrder(
  question: RequestQuestionName,
  { requests, isFollowed }: SeenOrder,
): ExamFault | 'wait' | null {
  const [first, ...repeats] = requests
  if (!first) return 'wait'
  if (requests.some(({ keyHash }) => keyHash === null)) return 'noKey'
  if (repeats.some(({ keyHash }) => keyHash !== first.keyHash)) return 'otherKey'
  switch (question) {
    case 'lostAnswer':
      return repeats.some(({ status }) => status !== null && status < 300) ? null : 'wait'
    case 'slowCreation':
    case 'failedCreation':
      return isFollowed ? null : 'wait'
  }
}

/** What the seller failed to do by the end of the exam. */
export function faultOfSilence(question: RequestQuestionName, { requests }: SeenOrder): ExamFault {
  if (requests.length === 0) return 'notAsked'
  return question === 'lostAnswer' ? 'notRepeated' : 'notFollowed'
}

/** The seller's system gave up a charge that can still be paid: the buyer could pay for an order that is not delivered. */
export const isGivenUp = (held: HeldState | undefined): boolean => held?.status === 'REJECTED'
