/** What is the same of every second factor: how it is counted, and how long wrong codes are waited out. */

/** A code is one of this many seconds; the one before and the one after are taken as well. */
export const STEP_SECONDS = 30
export const STEPS_BESIDE = 1
export const RECOVERY_CODES = 10
/** After the password: how long the code is waited for, and how many times it may be typed. */
export const PENDING_MINUTES = 5
export const CODES_PER_SIGN_IN = 5
/** How long a begun enrolment can be confirmed. */
export const ENROLMENT_MINUTES = 15

const CODES_BEFORE_PAUSE = 5
const FIRST_PAUSE_MINUTES = 15
const LONGEST_PAUSE_MINUTES = 24 * 60

/**
 * Minutes to wait after the last of so many wrong codes in a row, from however many sign-ins they came: after every fifth, twice as
 * long each time.
 */
export function pauseAfter(wrongCodes: number): number {
  if (wrongCodes === 0 || wrongCodes % CODES_BEFORE_PAUSE !== 0) return 0
  const doublings = wrongCodes / CODES_BEFORE_PAUSE - 1
  return Math.min(FIRST_PAUSE_MINUTES * 2 ** doublings, LONGEST_PAUSE_MINUTES)
}

/** Whether a person has one; `needed`: the platform asks for one and there is none yet. */
export const SECOND_FACTOR_STATES = ['on', 'off', 'needed'] as const
export type SecondFactorState = (typeof SECOND_FACTOR_STATES)[number]

export function secondFactorState(hasOne: boolean, isRequired: boolean): SecondFactorState {
  if (hasOne) return 'on'
  return isRequired ? 'needed' : 'off'
}
