/** How a row stands, as SQL asks it: the domain's questions. Their statuses are written out, so that the planner sees which index serves. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { bringsMoney, CHARGE_STATUSES, isDisputed, isRefunded, isRefused, isSettled } from '../../../domain/charge.ts'
import { isDisbursementRefused, isDisbursementSettled, isPaidOut } from '../../../domain/disbursement.ts'
import { isReceiverSettled, RECEIVER_STATUSES } from '../../../domain/receiver.ts'
import { WITHDRAWAL_STATUSES } from '../../../domain/withdrawal.ts'

function asking<Status extends string>(statuses: readonly Status[], is: (status: Status) => boolean) {
  const words = statuses.filter(is).map((status) => `'${status}'`)
  return (column: SQLWrapper): SQL => sql`${column} IN (${sql.raw(words.join(', '))})`
}

export const chargeWaits = asking(CHARGE_STATUSES, (status) => !isSettled(status))
export const chargeBringsMoney = asking(CHARGE_STATUSES, bringsMoney)
export const chargeIsRefused = asking(CHARGE_STATUSES, isRefused)
export const chargeIsDisputed = asking(CHARGE_STATUSES, isDisputed)
export const chargeIsRefunded = asking(CHARGE_STATUSES, isRefunded)

export const disbursementWaits = asking(WITHDRAWAL_STATUSES, (status) => !isDisbursementSettled(status))
export const disbursementIsPaidOut = asking(WITHDRAWAL_STATUSES, isPaidOut)
export const disbursementIsRefused = asking(WITHDRAWAL_STATUSES, isDisbursementRefused)

export const receiverWaits = asking(RECEIVER_STATUSES, (status) => !isReceiverSettled(status))
