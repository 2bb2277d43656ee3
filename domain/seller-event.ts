/** The events that sellers' systems can receive. */

export const SELLER_EVENT_KINDS = ['charge', 'refund', 'withdrawal', 'receiver', 'dispute', 'reconciliation'] as const
export type SellerEventKind = (typeof SELLER_EVENT_KINDS)[number]

export const SELLER_EVENTS = [
  'charge.created',
  'charge.approved',
  'charge.rejected',
  'charge.refunded',
  'charge.partially_refunded',
  'charge.chargeback',
  'refund.pending',
  'refund.approved',
  'refund.rejected',
  'withdrawal.pending',
  'withdrawal.approved',
  'withdrawal.rejected',
  'withdrawal.canceled',
  'receiver.active',
  'receiver.rejected',
  'dispute.opened',
  'dispute.won',
  'dispute.lost',
  'reconciliation.summary',
] as const
export type SellerEventType = (typeof SELLER_EVENTS)[number]

/** The event that a user sends to an endpoint to test it. Endpoints cannot subscribe to it. */
export const ENDPOINT_TEST = 'endpoint.test'

/** All events, including types added later. */
export const EVERY_EVENT = '*'
export type ChosenEvent = SellerEventType | typeof EVERY_EVENT

export const CHOSEN_EVENTS = [EVERY_EVENT, ...SELLER_EVENTS] as const satisfies readonly ChosenEvent[]

/** How long the previous secret still signs, together with the new one, after a rotation. */
export const PREVIOUS_SECRET_MS = 24 * 60 * 60 * 1000

export const MOST_ENDPOINTS = 20

/** An endpoint with this address is sent nothing. Its events are only stored, to be read as its deliveries. */
export const KEPT_ADDRESS = 'trilho:kept'
