import { bigint, pgTable, uuid } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'
import { platforms } from './platforms.ts'

/** What a platform has asked to send within the last day; a test twin by itself. */
export const platformUploads = pgTable('platform_uploads', {
  platformId: uuid('platform_id')
    .primaryKey()
    .references(() => platforms.id),
  /** When the day began: with the first file after the end of the one before. */
  since: time('since').notNull().defaultNow(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
})
