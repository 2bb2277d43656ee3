/** What made a charge end without a payment: its status is REJECTED for all of them. */
import type { EventCause } from './cause.ts'
import { CHARGE_STATUSES, type ChargeStatus, isRefused } from './charge.ts'

export const ENDINGS = ['refused', 'expired', 'canceled'] as const
export type Ending = (typeof ENDINGS)[number]

const ENDING_OF = {
  api: 'refused',
  provider: 'refused',
  webhook: 'refused',
  poll: 'refused',
  policy: 'refused',
  /** Its time was over. */
  timer: 'expired',
  operator: 'canceled',
} as const satisfies Record<EventCause, Ending>

/** @param cause of the event that ended it. */
export const endingOf = (cause: EventCause): Ending => ENDING_OF[cause]

/** What a charge is called by: its status, or what ended it. */
export type StatusName = ChargeStatus | Ending

export interface Ended {
  status: ChargeStatus
  ending: Ending | null
}

/** Each by which charges are told apart, in the order of a charge's life. */
export const LISTED_STATUSES: readonly Ended[] = CHARGE_STATUSES.flatMap((status): Ended[] =>
  isRefused(status) ? ENDINGS.map((ending) => ({ status, ending })) : [{ status, ending: null }],
)

export const statusNameOf = ({ status, ending }: Ended): StatusName => ending ?? status

/** @returns all that a status and an ending let through together: none where one is not of the other. */
export function statusNamesOf({ status, ending }: Partial<Ended>): readonly StatusName[] {
  const statuses = status === undefined ? CHARGE_STATUSES : [status]
  if (ending) return statuses.some(isRefused) ? [ending] : []
  return statuses.flatMap((each) => (isRefused(each) ? [each, ...ENDINGS] : [each]))
}
