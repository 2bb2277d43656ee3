import { pgTable, text } from 'drizzle-orm/pg-core'

/** The progress of the sweep's step that deletes old records. All rows up to it are done: an id or a time. */
export const retentionProgress = pgTable('retention_progress', {
  name: text('name').primaryKey(),
  reached: text('reached'),
})
