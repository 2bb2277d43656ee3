import { index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { CHARGE_STATUSES } from '../../domain/charge-status.ts'
import { charges } from './charges.ts'
import { createdAt, id, time } from './columns.ts'
import { platforms, providerAccounts } from './platforms.ts'

/** What providers sent: stored before it is answered, kept until it has reached a charge. */
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
    /** SHA-256 of the body: the same delivery twice is one event. */
    bodyHash: text('body_hash').notNull(),
    headers: jsonb('headers').$type<Record<string, string>>().notNull(),
    query: jsonb('query').$type<Record<string, string>>().notNull(),
    body: text('body').notNull(),
    /** pending until it has reached its charge; ignored when it says nothing about one; failed when it cannot be read. */
    state: text('state', { enum: ['pending', 'delivered', 'ignored', 'failed'] })
      .notNull()
      .default('pending'),
    verified: text('verified', { enum: ['signature', 'sharedSecret', 'token'] }).notNull(),
    transactionId: text('transaction_id'),
    reference: text('reference'),
    status: text('status', { enum: CHARGE_STATUSES }),
    rawStatus: text('raw_status'),
    detail: text('detail'),
    chargeId: uuid('charge_id').references(() => charges.id),
    attempts: integer('attempts').notNull().default(0),
    /** How often an operator asked for it again: a replay is a new delivery of the same event. */
    replays: integer('replays').notNull().default(0),
    nextAttemptAt: time('next_attempt_at').notNull().defaultNow(),
    deliveredAt: time('delivered_at'),
  },
  (table) => [
    uniqueIndex('webhook_events_once').on(table.providerAccountId, table.bodyHash),
    index('webhook_events_list').on(table.platformId, table.receivedAt.desc(), table.id.desc()),
    index('webhook_events_pending').on(table.state, table.nextAttemptAt),
    index('webhook_events_by_transaction').on(table.providerAccountId, table.transactionId),
    index('webhook_events_by_charge').on(table.chargeId),
  ],
)

/** What we send to sellers. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    chargeId: uuid('charge_id')
      .notNull()
      .references(() => charges.id),
    eventType: text('event_type').notNull(),
    url: text('url').notNull(),
    body: jsonb('body').$type<Record<string, unknown>>().notNull(),
    state: text('state', { enum: ['pending', 'delivered', 'failed'] })
      .notNull()
      .default('pending'),
    attempts: integer('attempts').notNull().default(0),
    /** How often somebody asked for it again: part of the workflow id. */
    resends: integer('resends').notNull().default(0),
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
    createdAt: createdAt(),
    deliveredAt: time('delivered_at'),
  },
  (table) => [
    index('webhook_deliveries_list').on(table.platformId, table.createdAt.desc(), table.id.desc()),
    index('webhook_deliveries_pending').on(table.state, table.createdAt),
  ],
)
