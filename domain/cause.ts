/** Who or what brought the news. */
export const EVENT_CAUSES = ['api', 'provider', 'webhook', 'poll', 'timer', 'operator', 'policy'] as const
export type EventCause = (typeof EVENT_CAUSES)[number]
