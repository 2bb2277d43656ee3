/** What an exam of a seller's own requests asks: the charges that the seller asks for meanwhile meet what a bad day brings. */
import type { ExamFault, HeldState } from './exam.ts'

/** Each order that is charged for takes the next one. */
export const REQUEST_QUESTION_NAMES = ['lostAnswer', 'slowCreation', 'failedCreation'] as const
export type RequestQuestionName = (typeof REQUEST_QUESTION_NAMES)[number]

export const isRequestQuestion = (name: string): name is RequestQuestionName =>
  REQUEST_QUESTION_NAMES.some((known) => known === name)

/** Seen from the API: one request to charge for an order. */
export interface SeenRequest {
  /** Null without an Idempotency-Key. */
  keyHash: string | null
  /** Null while it has no answer. */
  status: number | null
  milliseconds: number | null
}

export interface SeenOrder {
  /** The first one first. */
  requests: readonly SeenRequest[]
  /** The charge was asked after, or its event was taken. */
  isFollowed: boolean
}

/** For how long orders are waited for. Milliseconds. */
export const REQUESTS_WINDOW_MS = 5 * 60_000
/** After the last request nothing more is expected. Longer than a client rests before it tries again. */
export const REQUESTS_QUIET_MS = 8_000

/** @returns `wait` while the seller may still do what is right. */
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

/** What was never done, once the time is over. */
export function faultOfSilence(question: RequestQuestionName, { requests }: SeenOrder): ExamFault {
  if (requests.length === 0) return 'notAsked'
  return question === 'lostAnswer' ? 'notRepeated' : 'notFollowed'
}

/** Of a charge that can still be paid: a system that has given it up will be paid for what it does not deliver. */
export const isGivenUp = (held: HeldState | undefined): boolean => held?.status === 'REJECTED'
