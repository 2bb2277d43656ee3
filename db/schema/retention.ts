import { pgTable, text, uuid } from 'drizzle-orm/pg-core'

/** How far the part of the sweep has come that forgets what is old: whatever has a smaller id has been seen to. */
export const retentionProgress = pgTable('retention_progress', {
  name: text('name').primaryKey(),
  reached: uuid('reached').notNull().default('00000000-0000-0000-0000-000000000000'),
})
