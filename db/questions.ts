/**
 * What the database asks the domain about a status, or another word of a closed set. `npm run generate` writes each question as a function of the database, by its name
 * in snake case, for the functions and triggers that are written by hand. Queries and indexes spell the statuses out, so that the planner
 * sees which index serves.
 */
import { ATTEMPT_OUTCOMES, isMade, isProvidersAnswer } from '../domain/attempt.ts'
import { bringsMoney, CHARGE_STATUSES, isDisputed, isRefunded, isRefused, isSettled } from '../domain/charge.ts'
import { isNoticeHandled, NOTICE_STATES } from '../domain/delivery.ts'
import { isDisbursementFailed, isDisbursementSettled, refundStateOf } from '../domain/disbursement.ts'
import { givenUpStateOf, isPayable } from '../domain/payment.ts'
import { isReceiverSettled, RECEIVER_STATUSES } from '../domain/receiver.ts'
import { WITHDRAWAL_STATUSES } from '../domain/withdrawal.ts'

/** The statuses for which each question is true. */
export const STATUSES_THAT = {
  chargeWaits: CHARGE_STATUSES.filter((status) => !isSettled(status)),
  chargeBringsMoney: CHARGE_STATUSES.filter(bringsMoney),
  chargeIsRefused: CHARGE_STATUSES.filter(isRefused),
  chargeIsDisputed: CHARGE_STATUSES.filter(isDisputed),
  chargeIsRefunded: CHARGE_STATUSES.filter(isRefunded),
  paymentIsPayable: CHARGE_STATUSES.filter((state) => isPayable({ state })),
  disbursementWaits: WITHDRAWAL_STATUSES.filter((status) => !isDisbursementSettled(status)),
  disbursementIsFailed: WITHDRAWAL_STATUSES.filter(isDisbursementFailed),
  attemptIsMade: ATTEMPT_OUTCOMES.filter(isMade),
  attemptIsAnsweredByProvider: ATTEMPT_OUTCOMES.filter(isProvidersAnswer),
  noticeIsUnhandled: NOTICE_STATES.filter((state) => !isNoticeHandled(state)),
  receiverWaits: RECEIVER_STATUSES.filter((status) => !isReceiverSettled(status)),
} as const satisfies Record<string, readonly string[]>

/** The status that each status counts as, in each view. */
export const STATUSES_AS = {
  refundState: WITHDRAWAL_STATUSES.map((status) => [status, refundStateOf(status)] as const),
  givenUpState: CHARGE_STATUSES.map((state) => [state, givenUpStateOf(state)] as const),
} as const satisfies Record<string, readonly (readonly [string, string])[]>

/** The end of a condition in SQL, after the column. */
export function isOneOf(statuses: readonly string[]): string {
  return `IN (${statuses.map((status) => `'${status}'`).join(', ')})`
}
