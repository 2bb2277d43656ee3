import { type SQL, sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { EXPORT_FAILURES, EXPORT_LANGUAGES, EXPORT_STATES, EXPORTED_LISTS } from '../../domain/export.ts'
import { createdAt, id, time } from './columns.ts'
import { platforms } from './platforms.ts'

const UNDER_WAY: SQL = sql`state IN ('WAITING', 'WRITING')`

/**
 * Lists that somebody asked for as a file. The file is kept in parts in the store's private folder, so that a run that dies goes
 * on after the last one, and nothing holds it whole: docs/decisions/0120-lists-are-exported-in-parts.md
 */
export const listExports = pgTable(
  'list_exports',
  {
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    resource: text('resource', { enum: EXPORTED_LISTS }).notNull(),
    /** As the list's own query has them. */
    filters: jsonb('filters').$type<Record<string, unknown>>().notNull(),
    language: text('language', { enum: EXPORT_LANGUAGES }).notNull(),
    state: text('state', { enum: EXPORT_STATES }).notNull().default('WAITING'),
    failure: text('failure', { enum: EXPORT_FAILURES }),
    /** The unguessable part of the names of its files. */
    folder: text('folder').notNull(),
    /** Of its files, in their order. */
    parts: text('parts').array().notNull().default(sql`'{}'::text[]`),
    /** The last row that the parts have; null at the beginning, and when all are there. */
    reached: jsonb('reached').$type<{ at: string; id: string }>(),
    rowCount: integer('row_count').notNull().default(0),
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    /** Grows whenever somebody begins to write: whoever began before writes no more. */
    run: integer('run').notNull().default(0),
    /** Who asked for it: a person's e-mail, or the name of an API key. */
    createdBy: text('created_by').notNull(),
    /** While it is under way: when its workflow is started, or started again should Temporal have lost it. */
    startAt: time('start_at').notNull(),
    createdAt: createdAt(),
    finishedAt: time('finished_at'),
    /** From then on it is gone. */
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('list_exports_list').on(table.platformId, table.createdAt.desc(), table.id.desc()),
    index('list_exports_under_way').on(table.startAt).where(UNDER_WAY),
    index('list_exports_of_platform_under_way').on(table.platformId).where(UNDER_WAY),
    index('list_exports_expiry').on(table.expiresAt),
  ],
)
