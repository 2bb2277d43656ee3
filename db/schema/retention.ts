import { pgTable, text, uuid } from 'drizzle-orm/pg-core'

/** The progress of the sweep's step that deletes old records. All rows with smaller ids are done. */
export const retentionProgress = pgTable('retention_progress', {
  name: text('name').primaryKey(),
  reached: uuid('reached').notNull().default('00000000-0000-0000-0000-000000000000'),
})
