import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import {
  EXPORT_FAILURES,
  EXPORT_LANGUAGES,
  EXPORT_STATES,
  EXPORT_STATES_UNDER_WAY,
  EXPORTED_LISTS,
} from '../../domain/export.ts'
import { isOneOf } from '../questions.ts'
import { createdAt, id, time } from './columns.ts'
import { platforms } from './platforms.ts'

const UNDER_WAY = sql.raw(`state ${isOneOf(EXPORT_STATES_UNDER_WAY)}`)

/**
 * Requested exports of lists. A file is stored in parts in the object store's private folder, so that after a crash the next run continues
 * after the last part, and no process holds the whole file: docs/decisions/0120-lists-are-exported-in-parts.md
 */
export const listExports = pgTable(
  'list_exports',
  {
    id: id(),
    platformId: uuid('platform_id')
      .notNull()
      .references(() => platforms.id),
    resource: text('resource', { enum: EXPORTED_LISTS }).notNull(),
    /** The filters of the list's query. */
    filters: jsonb('filters').$type<Record<string, unknown>>().notNull(),
    language: text('language', { enum: EXPORT_LANGUAGES }).notNull(),
    state: text('state', { enum: EXPORT_STATES }).notNull().default('WAITING'),
    failure: text('failure', { enum: EXPORT_FAILURES }),
    /** The unguessable part of the files' names. */
    folder: text('folder').notNull(),
    /** The files' keys, in order. */
    parts: text('parts').array().notNull().default(sql`'{}'::text[]`),
    /** The last row in the parts; null at the beginning and once the export is complete. */
    reached: jsonb('reached').$type<{ at: string; id: string }>(),
    rowCount: integer('row_count').notNull().default(0),
    bytes: bigint('bytes', { mode: 'number' }).notNull().default(0),
    /** Incremented by each run that begins to write, so that earlier runs can no longer write. */
    run: integer('run').notNull().default(0),
    /** Who requested it: a user's e-mail address, or the name of an API key. */
    createdBy: text('created_by').notNull(),
    /** While it is not finished: when its workflow is started, or started again if Temporal has lost it. */
    startAt: time('start_at').notNull(),
    createdAt: createdAt(),
    finishedAt: time('finished_at'),
    /** After this time the export is deleted. */
    expiresAt: time('expires_at').notNull(),
  },
  (table) => [
    index('list_exports_list').on(table.platformId, table.createdAt.desc(), table.id.desc()),
    index('list_exports_under_way').on(table.startAt).where(UNDER_WAY),
    index('list_exports_of_platform_under_way').on(table.platformId).where(UNDER_WAY),
    index('list_exports_expiry').on(table.expiresAt),
  ],
)
