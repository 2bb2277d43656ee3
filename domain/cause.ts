/** The source of an event. */
export const EVENT_CAUSES = ['api', 'provider', 'webhook', 'poll', 'timer', 'operator', 'policy'] as const
export type EventCause = (typeof EVENT_CAUSES)[number]

/** The causes that the API shows. */
export const SHOWN_CAUSES = ['api', 'webhook', 'poll', 'timer', 'operator'] as const
export type ShownCause = (typeof SHOWN_CAUSES)[number]

/** A provider's answer belongs to the API request that caused it. A policy acts without a request, like a timer. */
export function shownCause(cause: EventCause): ShownCause {
  switch (cause) {
    case 'provider':
      return 'api'
    case 'policy':
      return 'timer'
    default:
      return cause
  }
}
