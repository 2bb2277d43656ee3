import { type Static, Type } from 'typebox'
import { CHOSEN_EVENTS, KEPT_ADDRESS } from '../../domain/seller-event.ts'
import { DistinctWords, Nullable, Time, Uuid, Word } from './common.ts'
import { ListOf } from './list.ts'

const STRICT = { additionalProperties: false } as const

const Url = () =>
  Type.String({
    format: 'uri',
    minLength: 1,
    maxLength: 1000,
    description: `In production https, on the public internet. Or \`${KEPT_ADDRESS}\`: nothing is sent, and the events are read as the endpoint's deliveries.`,
  })
const Events = () =>
  DistinctWords(CHOSEN_EVENTS, 'Names of events, each once, or `["*"]` for all of them and those to come.')

/** `POST /v1/webhook-endpoints`. */
export const NewWebhookEndpoint = Type.Object(
  { url: Url(), events: Events(), enabled: Type.Optional(Type.Boolean({ description: 'True when left out.' })) },
  STRICT,
)

export const WebhookEndpointChange = Type.Object(
  { url: Type.Optional(Url()), events: Type.Optional(Events()), enabled: Type.Optional(Type.Boolean()) },
  { ...STRICT, minProperties: 1 },
)

export const WebhookEndpoint = Type.Object({
  id: Uuid(),
  url: Type.String(),
  events: Type.Array(Word(CHOSEN_EVENTS)),
  enabled: Type.Boolean(),
  failingSince: Nullable(
    Type.String({ format: 'date-time', description: 'Nothing has arrived since; null while it works.' }),
  ),
  previousSecretUntil: Nullable(
    Type.String({ format: 'date-time', description: 'Until then the secret before the rotation signs too.' }),
  ),
  createdAt: Time(),
  updatedAt: Time(),
})

/** The only two answers with the secret: to its creation, and to its rotation. */
export const WebhookEndpointWithSecret = Type.Object({
  ...WebhookEndpoint.properties,
  secret: Type.String({ description: 'Checks the signature (Standard Webhooks). It is shown this once.' }),
})

/** What came of a test event. */
export const WebhookEndpointTest = Type.Object({
  delivered: Type.Boolean({ description: 'It answered with 2xx.' }),
  status: Nullable(Type.Integer({ description: 'Of its answer, if one came.' })),
  error: Nullable(Type.String({ description: 'Why none came.' })),
  text: Type.String({ description: 'How its answer begins.' }),
  deliveryId: Uuid('It is one of the endpoint’s deliveries.'),
})

export const WebhookEndpointList = ListOf(WebhookEndpoint)

export type NewWebhookEndpoint = Static<typeof NewWebhookEndpoint>
export type WebhookEndpointChange = Static<typeof WebhookEndpointChange>
export type WebhookEndpoint = Static<typeof WebhookEndpoint>
export type WebhookEndpointWithSecret = Static<typeof WebhookEndpointWithSecret>
export type WebhookEndpointTest = Static<typeof WebhookEndpointTest>
export type WebhookEndpointList = Static<typeof WebhookEndpointList>
