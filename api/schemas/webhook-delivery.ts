import { type Static, Type } from 'typebox'
import { Nullable, Time, Uuid, Word } from './common.ts'
import { ListOf, PAGE_QUERY } from './list.ts'

export const WEBHOOK_DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const

/** What we sent, or still have to send, to a seller's `webhookUrl`. */
export const WebhookDelivery = Type.Object({
  id: Uuid(),
  chargeId: Uuid(),
  eventType: Type.String(),
  url: Type.String(),
  body: Type.Record(Type.String(), Type.Unknown()),
  state: Word(WEBHOOK_DELIVERY_STATES),
  attempts: Type.Integer(),
  resends: Type.Integer(),
  lastStatus: Nullable(Type.Integer()),
  lastError: Nullable(Type.String()),
  createdAt: Time(),
  deliveredAt: Nullable(Time()),
})

export const WebhookDeliveryList = ListOf(WebhookDelivery)
export const WebhookDeliveryListQuery = Type.Object({
  ...PAGE_QUERY,
  state: Type.Optional(Word(WEBHOOK_DELIVERY_STATES)),
  chargeId: Type.Optional(Uuid()),
})

export type WebhookDelivery = Static<typeof WebhookDelivery>
export type WebhookDeliveryList = Static<typeof WebhookDeliveryList>
