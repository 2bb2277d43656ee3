import { sql } from 'drizzle-orm'
import { bigint, boolean, check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { DISPUTE_KINDS, DISPUTE_STATES } from '../../domain/dispute.ts'
import type { Currency } from '../../domain/money.ts'
import { charges } from './charges.ts'
import { age, createdAt, id, time } from './columns.ts'
import { platforms, providerAccounts } from './platforms.ts'

/** Disputes of payments. A trigger on the charge's history opens them, and closes those that are won. */
export const disputes = pgTable(
  'disputes',
  {
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    chargeId: uuid('charge_id')
      .notNull()
      .references(() => charges.id),
    provider: text('provider'),
    providerAccountId: uuid('provider_account_id').references(() => providerAccounts.id),
    /** The payment's transaction, which need not be the one that the charge shows. */
    transactionId: text('transaction_id'),
    kind: text('kind', { enum: DISPUTE_KINDS }).notNull(),
    state: text('state', { enum: DISPUTE_STATES }).notNull().default('OPEN'),
    /** Integer cents. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    /** The provider's own word that opened it. */
    rawStatus: text('raw_status'),
    openedAt: time('opened_at').notNull().defaultNow(),
    /** The bank demanded the money before it took any. */
    asked: boolean('asked').notNull().default(false),
    /** The deadline for evidence, if known. */
    dueAt: time('due_at'),
    closedAt: time('closed_at'),
    /** The operator who recorded how it ended; null if the provider reported it. */
    closedBy: text('closed_by'),
    note: text('note'),
    /** A reading has found the same as the operator who closed it, so what the provider says from now on is news. */
    agreed: boolean('agreed').notNull().default(false),
  },
  (table) => [
    check('disputes_closed', sql`(state = 'OPEN') = (closed_at IS NULL)`),
    index('disputes_list').on(table.platformId, table.openedAt.desc(), table.id.desc()),
    index('disputes_facets').on(
      table.platformId,
      sql`coalesce(${table.provider}, '')`,
      table.state,
      table.kind,
      sql`${age(table.openedAt)} DESC NULLS LAST`,
      table.id.desc(),
    ),
    index('disputes_by_charge').on(table.chargeId),
    index('disputes_due').on(table.dueAt).where(sql`state = 'OPEN'`),
    /** A payment has at most one open dispute. */
    uniqueIndex('disputes_open_once').on(table.chargeId, sql`coalesce(transaction_id, '')`).where(sql`state = 'OPEN'`),
  ],
)

/** Evidence files for the seller, in the object store's private folder. */
export const disputeEvidence = pgTable(
  'dispute_evidence',
  {
    id: id(),
    disputeId: uuid('dispute_id')
      .notNull()
      .references(() => disputes.id),
    /** The file's key in the object store. */
    key: text('key').notNull(),
    name: text('name').notNull(),
    addedBy: text('added_by').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('dispute_evidence_once').on(table.disputeId, table.key),
    /** Whether a removed file is evidence elsewhere. */
    index('dispute_evidence_by_key').on(table.key),
  ],
)
