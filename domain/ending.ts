/** What made a charge end without a payment: its status is REJECTED for all of them. */
import type { EventCause } from './cause.ts'

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
