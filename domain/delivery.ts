/** What becomes of a provider's notice, and of an event's delivery to a seller. */

/** `pending` until it has reached its movement; `ignored` if it is about none; `failed` if it cannot be read or matched. */
export const NOTICE_STATES = ['pending', 'delivered', 'ignored', 'failed'] as const
export type NoticeState = (typeof NOTICE_STATES)[number]

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** The properties of each state. A new state must define all of them. */
const MEANINGS = {
  pending: { waits: true, isDelivered: false, isHandled: false },
  delivered: { waits: false, isDelivered: true, isHandled: true },
  ignored: { waits: false, isDelivered: false, isHandled: true },
  failed: { waits: false, isDelivered: false, isHandled: false },
} as const satisfies Record<NoticeState | DeliveryState, Record<string, boolean>>

/** It is still to be delivered. */
export const deliveryWaits = (state: NoticeState | DeliveryState): boolean => MEANINGS[state].waits

/** It has reached whom it is for. */
export const isDelivered = (state: NoticeState | DeliveryState): boolean => MEANINGS[state].isDelivered

/** It was given up without a movement: it is about none, or none was found. */
export const isUnmatched = (state: NoticeState): boolean => !deliveryWaits(state) && !isDelivered(state)

/** Nothing is left to do about the notice, unless it is replayed. */
export const isNoticeHandled = (state: NoticeState): boolean => MEANINGS[state].isHandled
