/** Constants of second factors: the time steps, and the pauses after wrong codes. */

/** A code is valid for this many seconds. The previous and the next code are accepted too. */
export const STEP_SECONDS = 30
export const STEPS_BESIDE = 1
export const RECOVERY_CODES = 10
/** After the password: how long a code may be entered, and how often. */
export const PENDING_MINUTES = 5
export const CODES_PER_SIGN_IN = 5
/** How long an enrolment can be confirmed after it was begun. */
export const ENROLMENT_MINUTES = 15

const CODES_BEFORE_PAUSE = 5
const FIRST_PAUSE_MINUTES = 15
const LONGEST_PAUSE_MINUTES = 24 * 60

/**
 * Minutes to wait after this many wrong codes in a row, counted over all sign-ins. The pause follows every fifth code and doubles each
 * time.
 */
export function pauseAfter(wrongCodes: number): number {
  if (wrongCodes === 0 || wrongCodes % CODES_BEFORE_PAUSE !== 0) return 0
  const doublings = wrongCodes / CODES_BEFORE_PAUSE - 1
  return Math.min(FIRST_PAUSE_MINUTES * 2 ** doublings, LONGEST_PAUSE_MINUTES)
}

/** Whether a user has a second factor. `needed`: the platform requires one and there is none yet. */
export const SECOND_FACTOR_STATES = ['on', 'off', 'needed'] as const
export type SecondFactorState = (typeof SECOND_FACTOR_STATES)[number]

export function secondFactorState(hasOne: boolean, isRequired: boolean): SecondFactorState {
  if (hasOne) return 'on'
  return isRequired ? 'needed' : 'off'
}
