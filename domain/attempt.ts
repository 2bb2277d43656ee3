/** A try to have a provider make something. How far it has come decides whether it may be sent. */

/**
 * `sending` is committed before a byte leaves, so that what is found there may have been sent. `created` is it again once a request was
 * certainly not processed, or once its answers are kept.
 */
export const ATTEMPT_STATES = ['created', 'sending', 'answered'] as const
export type AttemptState = (typeof ATTEMPT_STATES)[number]

/** The properties of each state. A new state must define all of them. */
const MEANINGS = {
  created: { isUnclaimed: true, isUncertain: false, hasAnswer: false },
  sending: { isUnclaimed: false, isUncertain: true, hasAnswer: false },
  answered: { isUnclaimed: false, isUncertain: false, hasAnswer: true },
} as const satisfies Record<AttemptState, Record<string, boolean>>

/** Any run may claim it and send. @param state undefined if there is no attempt. */
export function isUnclaimed(state: AttemptState | undefined): boolean {
  return state !== undefined && MEANINGS[state].isUnclaimed
}

/** A run has claimed it and has no answer: it may have been sent, and may be carried out. @param state as of `isUnclaimed`. */
export function isUncertain(state: AttemptState | undefined): boolean {
  return state !== undefined && MEANINGS[state].isUncertain
}

/** It has ended, by an answer or because another one follows it. @param state as of `isUnclaimed`. */
export function hasAnswer(state: AttemptState | undefined): boolean {
  return state !== undefined && MEANINGS[state].hasAnswer
}

/** `absent`: the provider does not have it. `superseded`: a later attempt was begun, so this one may never send. */
export const ATTEMPT_OUTCOMES = ['created', 'refused', 'absent', 'superseded'] as const
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number]

/** The properties of each outcome. A new outcome must define all of them. */
const ENDS = {
  created: { isMade: true, isProviders: true },
  refused: { isMade: false, isProviders: true },
  absent: { isMade: false, isProviders: false },
  superseded: { isMade: false, isProviders: false },
} as const satisfies Record<AttemptOutcome, Record<string, boolean>>

/** The provider accepted the request. @param outcome null or undefined while there is none. */
export const isMade = (outcome: AttemptOutcome | null | undefined): boolean => !!outcome && ENDS[outcome].isMade

/** The provider answered the request itself: nothing is sent for the attempt again. */
export const isProvidersAnswer = (outcome: AttemptOutcome): boolean => ENDS[outcome].isProviders
