import { isNotNull, sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import {
  DIFFERENCES,
  ITEM_SOURCES,
  ITEM_STATES,
  type Side,
  type StatementColumns,
} from '../../domain/reconciliation.ts'
import type { AccountSummary, AmountsAtStake } from '../../domain/reconciliation-summary.ts'
import { charges } from './charges.ts'
import { age, createdAt, id, time, updatedAt } from './columns.ts'
import { disbursements } from './disbursements.ts'
import { platforms, providerAccounts } from './platforms.ts'

/** Differences between our records and a provider's. */
export const reconciliationItems = pgTable(
  'reconciliation_items',
  {
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    providerAccountId: uuid('provider_account_id')
      .notNull()
      .references(() => providerAccounts.id),
    provider: text('provider').notNull(),
    kind: text('kind', { enum: DIFFERENCES }).notNull(),
    state: text('state', { enum: ITEM_STATES }).notNull().default('open'),
    source: text('source', { enum: ITEM_SOURCES }).notNull().default('statement'),
    chargeId: uuid('charge_id').references(() => charges.id),
    disbursementId: uuid('disbursement_id').references(() => disbursements.id),
    transactionId: text('transaction_id').notNull(),
    ours: jsonb('ours').$type<Side>(),
    theirs: jsonb('theirs').$type<Side>(),
    foundAt: time('found_at').notNull().defaultNow(),
    /** The time that the provider's newest record of it speaks of; null if the record names none. */
    saidAt: time('said_at'),
    /** When what is shown of it last changed, which a trigger keeps. */
    updatedAt: updatedAt(),
    resolvedAt: time('resolved_at'),
    resolvedBy: text('resolved_by'),
    note: text('note'),
  },
  (table) => [
    index('reconciliation_items_list').on(table.platformId, table.foundAt.desc(), table.id.desc()),
    index('reconciliation_items_open')
      .on(table.platformId, table.foundAt.desc(), table.id.desc())
      .where(sql`state = 'open'`),
    index('reconciliation_items_facets').on(
      table.platformId,
      sql`(${table.providerAccountId}::text)`,
      table.kind,
      table.state,
      sql`${age(table.foundAt)} DESC NULLS LAST`,
      table.id.desc(),
    ),
    index('reconciliation_items_by_transaction').on(table.providerAccountId, table.transactionId),
    index('reconciliation_items_by_charge').on(table.chargeId),
    index('reconciliation_items_by_disbursement').on(table.disbursementId).where(isNotNull(table.disbursementId)),
    uniqueIndex('reconciliation_items_open_once')
      .on(table.providerAccountId, table.kind, table.transactionId)
      .where(sql`state = 'open'`),
  ],
)

/** Imported statements. */
export const statements = pgTable(
  'statements',
  {
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    providerAccountId: uuid('provider_account_id')
      .notNull()
      .references(() => providerAccounts.id),
    name: text('name').notNull(),
    rows: integer('rows').notNull(),
    /** Lines without a transaction id. */
    ignored: integer('ignored').notNull(),
    matched: integer('matched').notNull(),
    items: integer('items').notNull(),
    /** Integer cents, the sum over all lines. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    fees: bigint('fees', { mode: 'number' }).notNull(),
    importedBy: text('imported_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('statements_list').on(table.platformId, table.createdAt.desc(), table.id.desc())],
)

/** A statement's line about one transaction. Importing the same line again adds no row. */
export const statementLines = pgTable(
  'statement_lines',
  {
    id: id(),
    providerAccountId: uuid('provider_account_id')
      .notNull()
      .references(() => providerAccounts.id),
    statementId: uuid('statement_id')
      .notNull()
      .references(() => statements.id),
    transactionId: text('transaction_id').notNull(),
    /** Integer cents; negative for money that left. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    fee: bigint('fee', { mode: 'number' }),
    /** The provider's status word. */
    status: text('status'),
    at: time('at'),
  },
  (table) => [
    uniqueIndex('statement_lines_once').on(
      table.providerAccountId,
      table.transactionId,
      table.amount,
      sql`coalesce(status, '')`,
      sql`coalesce(at, '-infinity'::timestamptz)`,
    ),
    index('statement_lines_of_statement').on(table.statementId),
  ],
)

/** The meaning of the columns in an account's statements. Asked once. */
export const statementColumns = pgTable('statement_columns', {
  providerAccountId: uuid('provider_account_id')
    .primaryKey()
    .references(() => providerAccounts.id),
  columns: jsonb('columns').$type<StatementColumns>().notNull(),
})

/** A day's summary, written once after the day. A trigger sends it to the platform's systems. */
export const reconciliationSummaries = pgTable(
  'reconciliation_summaries',
  {
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    /** YYYY-MM-DD of the sellers' calendar. */
    day: text('day').notNull(),
    /** Null if it is not known. */
    compared: integer('compared'),
    found: integer('found').notNull(),
    resolved: integer('resolved').notNull(),
    open: integer('open').notNull(),
    amounts: jsonb('amounts').$type<AmountsAtStake[]>().notNull(),
    accounts: jsonb('accounts').$type<AccountSummary[]>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('reconciliation_summaries_once').on(table.platformId, table.day),
    index('reconciliation_summaries_list').on(table.platformId, table.createdAt.desc(), table.id.desc()),
  ],
)
