import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'

/** The server of the database that was seen last: one row, which tells a restart and a promotion. */
export const databaseServers = pgTable(
  'database_servers',
  {
    isTheOne: boolean('is_the_one').primaryKey().default(true),
    /** When it was started, and the timeline of its log. */
    identity: text('identity').notNull(),
    /** When what is recent is read once more. */
    onceMoreAt: time('once_more_at'),
  },
  (table) => [check('database_servers_one', sql`${table.isTheOne}`)],
)
