/** Who or what brought the news. */
export const EVENT_CAUSES = ['api', 'provider', 'webhook', 'poll', 'timer', 'operator', 'policy'] as const
export type EventCause = (typeof EVENT_CAUSES)[number]

/** As the API tells it. */
export const SHOWN_CAUSES = ['api', 'webhook', 'poll', 'timer', 'operator'] as const
export type ShownCause = (typeof SHOWN_CAUSES)[number]

/** What a provider answers belongs to the request that asked it; what a policy does, nobody asked for. */
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
