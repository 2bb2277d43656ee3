import { type Static, Type } from 'typebox'
import { DELIVERY_STATES } from '../../domain/delivery.ts'
import { ENDPOINT_TEST, SELLER_EVENTS } from '../../domain/seller-event.ts'
import { Nullable, Time, Uuid, Word } from './common.ts'
import { ListOf, PAGE_QUERY, PERIOD_QUERY } from './list.ts'

/** What we sent, or still have to send, to a seller's endpoint or to the `webhookUrl` of a charge. */
export const WebhookDelivery = Type.Object({
  id: Uuid(),
  eventId: Uuid(),
  endpointId: Nullable(Uuid('Null: the `webhookUrl` that came with the charge.')),
  chargeId: Nullable(Uuid('The charge that it is about, or whose refund it is about.')),
  eventType: Word([...SELLER_EVENTS, ENDPOINT_TEST]),
  sequence: Type.Integer(),
  url: Type.String(),
  body: Type.Record(Type.String(), Type.Unknown()),
  state: Word(DELIVERY_STATES),
  attempts: Type.Integer(),
  resends: Type.Integer(),
  lastStatus: Nullable(Type.Integer()),
  lastError: Nullable(Type.String()),
  createdAt: Time(),
  deliveredAt: Nullable(Time()),
})

/** One request of it: the first, a retry, or one that an operator asked for. */
export const WebhookDeliveryAttempt = Type.Object({
  id: Uuid(),
  at: Type.String({ format: 'date-time', description: 'When it was sent.' }),
  durationMs: Type.Integer({ description: 'How long its answer took, or was waited for.' }),
  url: Type.String(),
  delivered: Type.Boolean({ description: 'It was answered with 2xx.' }),
  status: Nullable(Type.Integer({ description: 'Of its answer, if one came.' })),
  error: Nullable(Type.String({ description: 'Why none came.' })),
})

export const WebhookDeliveryAttempts = ListOf(WebhookDeliveryAttempt)

export const WebhookDeliveryList = ListOf(WebhookDelivery)
export const WebhookDeliveryListQuery = Type.Object({
  ...PAGE_QUERY,
  ...PERIOD_QUERY,
  state: Type.Optional(Word(DELIVERY_STATES)),
  chargeId: Type.Optional(Uuid()),
  endpointId: Type.Optional(Uuid()),
})

export type WebhookDelivery = Static<typeof WebhookDelivery>
export type WebhookDeliveryAttempt = Static<typeof WebhookDeliveryAttempt>
export type WebhookDeliveryAttempts = Static<typeof WebhookDeliveryAttempts>
export type WebhookDeliveryList = Static<typeof WebhookDeliveryList>
