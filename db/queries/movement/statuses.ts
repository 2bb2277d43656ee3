/** How a row stands, as SQL asks it: the domain's questions. Their statuses are written out, so that the planner sees which index serves. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { ATTEMPT_STATES, hasAnswer, isUncertain, isUnclaimed } from '../../../domain/attempt.ts'
import { CHARGE_STATUSES, canRefund } from '../../../domain/charge.ts'
import { isUnmatched, NOTICE_STATES } from '../../../domain/delivery.ts'
import { isDisbursementRefused, isPaidOut } from '../../../domain/disbursement.ts'
import { DISPUTE_STATES, isOpenDispute, isWonDispute } from '../../../domain/dispute.ts'
import { EXPORT_STATES_UNDER_WAY } from '../../../domain/export.ts'
import { ITEM_STATES, isItemOpen, isResolvedByHand } from '../../../domain/reconciliation.ts'
import { WITHDRAWAL_STATUSES } from '../../../domain/withdrawal.ts'
import { isOneOf, STATUSES_THAT } from '../../questions.ts'

function asking(statuses: readonly string[]) {
  return (column: SQLWrapper): SQL => sql`${column} ${sql.raw(isOneOf(statuses))}`
}

export const chargeWaits = asking(STATUSES_THAT.chargeWaits)
export const chargeBringsMoney = asking(STATUSES_THAT.chargeBringsMoney)
export const chargeIsRefused = asking(STATUSES_THAT.chargeIsRefused)
export const chargeIsDisputed = asking(STATUSES_THAT.chargeIsDisputed)
export const chargeIsRefunded = asking(STATUSES_THAT.chargeIsRefunded)
export const chargeCanBeRefunded = asking(CHARGE_STATUSES.filter(canRefund))

export const disbursementWaits = asking(STATUSES_THAT.disbursementWaits)
export const disbursementIsPaidOut = asking(WITHDRAWAL_STATUSES.filter(isPaidOut))
export const disbursementIsRefused = asking(WITHDRAWAL_STATUSES.filter(isDisbursementRefused))

export const attemptIsUnclaimed = asking(ATTEMPT_STATES.filter(isUnclaimed))
export const attemptIsUncertain = asking(ATTEMPT_STATES.filter(isUncertain))
export const attemptIsMade = asking(STATUSES_THAT.attemptIsMade)
export const attemptIsAnsweredByProvider = asking(STATUSES_THAT.attemptIsAnsweredByProvider)
export const attemptHasAnswer = asking(ATTEMPT_STATES.filter(hasAnswer))

export const noticeIsUnmatched = asking(NOTICE_STATES.filter(isUnmatched))

export const itemIsOpen = asking(ITEM_STATES.filter(isItemOpen))
export const itemIsResolvedByHand = asking(ITEM_STATES.filter(isResolvedByHand))

export const disputeIsOpen = asking(DISPUTE_STATES.filter(isOpenDispute))
export const disputeIsWon = asking(DISPUTE_STATES.filter(isWonDispute))

export const exportIsUnderWay = asking(EXPORT_STATES_UNDER_WAY)

export const receiverWaits = asking(STATUSES_THAT.receiverWaits)
