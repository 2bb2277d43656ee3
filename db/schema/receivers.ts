import { sql } from 'drizzle-orm'
import { bigint, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { ATTEMPT_STATES } from '../../domain/attempt.ts'
import { EVENT_CAUSES } from '../../domain/cause.ts'
import {
  RECEIVER_ATTENTION,
  RECEIVER_STATUSES,
  type ReceiverDocument,
  type ReceiverRequest,
} from '../../domain/receiver.ts'
import { isOneOf, STATUSES_THAT } from '../questions.ts'
import type { ExchangeEntry } from './charges.ts'
import { age, attentionColumns, createdAt, id, time, updatedAt } from './columns.ts'
import { platforms, providerAccounts } from './platforms.ts'

/** A sub-account at one provider account, from its request to its approval. */
export const receivers = pgTable(
  'receivers',
  {
    /** Without dashes it is the reference that the provider sees. */
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    providerAccountId: uuid('provider_account_id')
      .notNull()
      .references(() => providerAccounts.id),
    provider: text('provider').notNull(),
    status: text('status', { enum: RECEIVER_STATUSES }).notNull().default('PENDING'),
    ...attentionColumns(RECEIVER_ATTENTION),
    /** The provider's id. */
    receiverId: text('receiver_id'),
    sealedReceiverToken: text('sealed_receiver_token'),
    name: text('name').notNull(),
    document: text('document').notNull(),
    documentType: text('document_type', { enum: ['CPF', 'CNPJ'] }).notNull(),
    email: text('email').notNull(),
    description: text('description'),
    userId: text('user_id'),
    /** The seller's own data. */
    metadata: jsonb('metadata').$type<Record<string, string>>().notNull().default({}),
    address: jsonb('address').$type<ReceiverRequest['address']>().notNull(),
    bankAccount: jsonb('bank_account').$type<ReceiverRequest['bankAccount']>().notNull(),
    providerData: jsonb('provider_data').$type<Record<string, unknown>>(),
    /** Keys in our file storage. */
    documents: jsonb('documents').$type<Partial<Record<ReceiverDocument, string>>>(),
    /** Integer cents. */
    balance: bigint('balance', { mode: 'number' }),
    /** `sending` is committed before the request is sent, so a row found in `sending` has an unknown outcome. */
    creation: text('creation', { enum: ATTEMPT_STATES }).notNull().default('created'),
    /** The last run that began to send. While it sends, no other run may end or release the creation. */
    claimedBy: text('claimed_by'),
    /** Answers so far, sealed. */
    sealedJournal: text('sealed_journal'),
    exchange: jsonb('exchange').$type<ExchangeEntry[]>().notNull().default([]),
    /** The last refusal's message, letter for letter. */
    failureMessage: text('failure_message'),
    workflowRunId: text('workflow_run_id'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    /** A sub-account belongs to only one receiver. */
    uniqueIndex('receivers_by_receiver_id').on(table.providerAccountId, table.receiverId),
    index('receivers_list').on(table.platformId, table.createdAt.desc(), table.id.desc()),
    index('receivers_facets').on(
      table.platformId,
      table.provider,
      table.status,
      sql`${age(table.createdAt)} DESC NULLS LAST`,
      table.id.desc(),
    ),
    index('receivers_needing_attention')
      .on(table.platformId, table.attentionSince, table.id)
      .where(sql`attention IS NOT NULL`),
    index('receivers_age').on(table.createdAt),
    index('receivers_pending')
      .on(table.createdAt)
      .where(sql.raw(`status ${isOneOf(STATUSES_THAT.receiverWaits)}`)),
  ],
)

/** A receiver's history. Append-only; `key` makes a repeated insert harmless. */
export const receiverEvents = pgTable(
  'receiver_events',
  {
    id: id(),
    receiverId: uuid('receiver_id')
      .notNull()
      .references(() => receivers.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    at: time('at').notNull().defaultNow(),
    type: text('type').notNull(),
    from: text('from', { enum: RECEIVER_STATUSES }),
    to: text('to', { enum: RECEIVER_STATUSES }),
    cause: text('cause', { enum: EVENT_CAUSES }).notNull(),
    provider: text('provider'),
    detail: jsonb('detail').$type<Record<string, string | number | boolean>>(),
  },
  (table) => [
    uniqueIndex('receiver_events_key').on(table.receiverId, table.key),
    index('receiver_events_timeline').on(table.receiverId, table.at, table.id),
  ],
)
