import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { CHARGE_STATUSES } from '../../domain/charge.ts'
import { DELIVERY_STATES, NOTICE_STATES } from '../../domain/delivery.ts'
import { VERIFICATIONS } from '../../domain/proof.ts'
import { type ChosenEvent, ENDPOINT_TEST, SELLER_EVENT_KINDS, SELLER_EVENTS } from '../../domain/seller-event.ts'
import { WITHDRAWAL_STATUSES } from '../../domain/withdrawal.ts'
import { charges } from './charges.ts'
import { age, createdAt, id, time, updatedAt } from './columns.ts'
import { disbursements } from './disbursements.ts'
import { platforms, providerAccounts } from './platforms.ts'

/** What a translated webhook is about. */
export const WEBHOOK_TYPES = ['TRANSACTION', 'WITHDRAW'] as const

/** Webhooks from providers. Each is stored before it is answered, and kept until it has reached a charge or a withdrawal. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    providerAccountId: uuid('provider_account_id')
      .notNull()
      .references(() => providerAccounts.id),
    provider: text('provider').notNull(),
    receivedAt: time('received_at').notNull().defaultNow(),
    /** SHA-256 of the body. The same delivery sent twice is one event. */
    bodyHash: text('body_hash').notNull(),
    headers: jsonb('headers').$type<Record<string, string>>().notNull(),
    query: jsonb('query').$type<Record<string, string>>().notNull(),
    body: text('body').notNull(),
    state: text('state', { enum: NOTICE_STATES }).notNull().default('pending'),
    verified: text('verified', { enum: VERIFICATIONS }).notNull(),
    type: text('type', { enum: WEBHOOK_TYPES }),
    /** The provider's id of the transaction or the withdrawal. */
    transactionId: text('transaction_id'),
    reference: text('reference'),
    status: text('status', { enum: [...CHARGE_STATUSES, ...WITHDRAWAL_STATUSES] }),
    rawStatus: text('raw_status'),
    detail: text('detail'),
    chargeId: uuid('charge_id').references(() => charges.id),
    withdrawalId: uuid('withdrawal_id').references(() => disbursements.id),
    attempts: integer('attempts').notNull().default(0),
    /** How often it was replayed. A replay is a new delivery of the same event. */
    replays: integer('replays').notNull().default(0),
    /** The last replay that an operator asked for. Only that one confirms what nothing else proves. */
    confirmedReplay: integer('confirmed_replay'),
    nextAttemptAt: time('next_attempt_at').notNull().defaultNow(),
    deliveredAt: time('delivered_at'),
    /** When its body, headers and query were deleted by the retention step. */
    bodyForgottenAt: time('body_forgotten_at'),
  },
  (table) => [
    uniqueIndex('webhook_events_once').on(table.providerAccountId, table.bodyHash),
    index('webhook_events_list').on(table.platformId, table.receivedAt.desc(), table.id.desc()),
    index('webhook_events_facets').on(
      table.platformId,
      table.provider,
      table.state,
      sql`${age(table.receivedAt)} DESC NULLS LAST`,
      table.id.desc(),
    ),
    index('webhook_events_pending')
      .on(table.platformId, table.providerAccountId, table.nextAttemptAt)
      .where(sql`state = 'pending'`),
    index('webhook_events_by_transaction').on(table.providerAccountId, table.transactionId),
    index('webhook_events_by_charge').on(table.chargeId),
    index('webhook_events_by_withdrawal').on(table.withdrawalId),
  ],
)

/** Endpoints to which a seller's events are sent. */
export const webhookEndpoints = pgTable(
  'webhook_endpoints',
  {
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    url: text('url').notNull(),
    /** Names of events, or `*` for all. */
    events: text('events').array().$type<ChosenEvent[]>().notNull(),
    enabled: boolean('enabled').notNull().default(true),
    /** Standard Webhooks secret; sealed. */
    sealedSecret: text('sealed_secret').notNull(),
    /** The secret before the last rotation, which also signs for a while; sealed. */
    sealedPreviousSecret: text('sealed_previous_secret'),
    rotatedAt: time('rotated_at'),
    /** Since when deliveries fail; null while they succeed. */
    failingSince: time('failing_since'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    deletedAt: time('deleted_at'),
  },
  (table) => [
    index('webhook_endpoints_list')
      .on(table.platformId, table.createdAt.desc(), table.id.desc())
      .where(sql`deleted_at IS NULL`),
  ],
)

/** Events for sellers: one row per change that an endpoint wants to receive. Triggers write it together with the change. */
export const sellerEvents = pgTable(
  'seller_events',
  {
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    type: text('type', { enum: [...SELLER_EVENTS, ENDPOINT_TEST] }).notNull(),
    kind: text('kind', { enum: [...SELLER_EVENT_KINDS, 'endpoint'] }).notNull(),
    /** The charge, refund, withdrawal, receiver or tested endpoint. */
    subjectId: uuid('subject_id').notNull(),
    /** The number of the event, counted from 1 for each subject. */
    sequence: integer('sequence').notNull(),
    /** The subject's row after the change, by column name, without hidden columns. Empty once it is too old. */
    snapshot: jsonb('snapshot').$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('seller_events_sequence').on(table.subjectId, table.sequence),
    index('seller_events_by_age').on(table.createdAt).where(sql`snapshot <> '{}'`),
  ],
)

/** One event on its way to one URL. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    eventId: uuid('event_id')
      .notNull()
      .references(() => sellerEvents.id),
    /** Null for the URL given with the charge. */
    endpointId: uuid('endpoint_id').references(() => webhookEndpoints.id),
    /** The charge that the event is about, or whose refund it is about. */
    chargeId: uuid('charge_id').references(() => charges.id),
    /** The URL of the delivery; if the endpoint's URL has changed since, the last one used. */
    url: text('url').notNull(),
    state: text('state', { enum: DELIVERY_STATES }).notNull().default('pending'),
    attempts: integer('attempts').notNull().default(0),
    /** How often it was resent. Part of the workflow id. */
    resends: integer('resends').notNull().default(0),
    /** While it is pending: when its workflow is started, or started again if Temporal may have lost it. */
    startAt: time('start_at').notNull().defaultNow(),
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
    createdAt: createdAt(),
    deliveredAt: time('delivered_at'),
  },
  (table) => [
    index('webhook_deliveries_list').on(table.platformId, table.createdAt.desc(), table.id.desc()),
    index('webhook_deliveries_facets').on(
      table.platformId,
      sql`coalesce(${table.endpointId}::text, '')`,
      table.state,
      sql`${age(table.createdAt)} DESC NULLS LAST`,
      table.id.desc(),
    ),
    index('webhook_deliveries_by_event').on(table.eventId),
    index('webhook_deliveries_by_charge').on(table.chargeId).where(sql`charge_id IS NOT NULL`),
    index('webhook_deliveries_pending').on(table.startAt).where(sql`state = 'pending'`),
    index('webhook_deliveries_due')
      .on(sql`coalesce(${table.endpointId}, ${table.platformId})`, table.startAt, table.id)
      .where(sql`state = 'pending'`),
  ],
)

/** Each request of a delivery and its result. */
export const webhookDeliveryAttempts = pgTable(
  'webhook_delivery_attempts',
  {
    id: id(),
    deliveryId: uuid('delivery_id')
      .notNull()
      .references(() => webhookDeliveries.id, { onDelete: 'cascade' }),
    /** When it was sent. */
    at: time('at').notNull(),
    /** How long the answer took, or its absence was waited for. */
    durationMs: integer('duration_ms').notNull(),
    url: text('url').notNull(),
    delivered: boolean('delivered').notNull(),
    status: integer('status'),
    /** Why there was no answer. */
    error: text('error'),
  },
  (table) => [index('webhook_delivery_attempts_list').on(table.deliveryId, table.at, table.id)],
)
