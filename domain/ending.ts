/** Why a charge ended without a payment. The status is REJECTED for all of these. */
import type { EventCause } from './cause.ts'
import { CHARGE_STATUSES, type ChargeStatus, isRefused } from './charge.ts'
import type { RefusalReason } from './refusal.ts'

export const ENDINGS = ['refused', 'expired', 'canceled'] as const
export type Ending = (typeof ENDINGS)[number]

/** The properties of each ending. A new ending must define all of them. */
const MEANINGS = {
  refused: { isRefusal: true, isTimeOver: false, isCanceled: false },
  expired: { isRefusal: false, isTimeOver: true, isCanceled: false },
  canceled: { isRefusal: false, isTimeOver: false, isCanceled: true },
} as const satisfies Record<Ending, Record<string, boolean>>

/** Its provider refused it. @param ending null or undefined for a charge that has not ended without a payment. */
export const endedByRefusal = (ending: Ending | null | undefined): boolean => !!ending && MEANINGS[ending].isRefusal

/** Its time was over before it was paid. @param ending as of `endedByRefusal`. */
export const endedByTime = (ending: Ending | null | undefined): boolean => !!ending && MEANINGS[ending].isTimeOver

/** An operator cancelled it. @param ending as of `endedByRefusal`. */
export const endedByOperator = (ending: Ending | null | undefined): boolean => !!ending && MEANINGS[ending].isCanceled

const ENDING_OF = {
  api: 'refused',
  provider: 'refused',
  webhook: 'refused',
  poll: 'refused',
  policy: 'refused',
  /** The charge's time was over. */
  timer: 'expired',
  operator: 'canceled',
} as const satisfies Record<EventCause, Ending>

/**
 * @param cause the cause of the event that ended the charge.
 * @param reason what the provider's word for it means: one whose time was over is not refused, whatever says it first.
 */
export function endingOf(cause: EventCause, reason?: RefusalReason): Ending {
  const ending = ENDING_OF[cause]
  return endedByRefusal(ending) && reason === 'expiredThere' ? 'expired' : ending
}

/** The name of a charge's state: its status, or its ending. */
export type StatusName = ChargeStatus | Ending

export interface Ended {
  status: ChargeStatus
  ending: Ending | null
}

/** Every state that lists distinguish, in the order of a charge's life. */
export const LISTED_STATUSES: readonly Ended[] = CHARGE_STATUSES.flatMap((status): Ended[] =>
  isRefused(status) ? ENDINGS.map((ending) => ({ status, ending })) : [{ status, ending: null }],
)

export const statusNameOf = ({ status, ending }: Ended): StatusName => ending ?? status

/** @returns the names that match both a status and an ending; empty if the status cannot have the ending. */
export function statusNamesOf({ status, ending }: Partial<Ended>): readonly StatusName[] {
  const statuses = status === undefined ? CHARGE_STATUSES : [status]
  if (ending) return statuses.some(isRefused) ? [ending] : []
  return statuses.flatMap((each) => (isRefused(each) ? [each, ...ENDINGS] : [each]))
}
