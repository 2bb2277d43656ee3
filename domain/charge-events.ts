/** Every kind of row in a charge's history. The timeline of the UI has a sentence for each, in each language. */
export const CHARGE_EVENT_TYPES = [
  'requested',
  'sent',
  'created',
  'refused',
  'unknownOutcome',
  'lookedUp',
  'needsAttention',
  'statusChanged',
  'eventIgnored',
  'partiallyRefunded',
  /** News of one transaction that leaves the charge's status as it is. */
  'paymentChanged',
  'operatorRetried',
  'operatorResolved',
  'operatorCanceled',
  'decisionVoid',
  'notified',
] as const
export type ChargeEventType = (typeof CHARGE_EVENT_TYPES)[number]

/** Who or what brought the news. */
export const EVENT_CAUSES = ['api', 'provider', 'webhook', 'poll', 'timer', 'operator', 'policy'] as const
export type EventCause = (typeof EVENT_CAUSES)[number]
