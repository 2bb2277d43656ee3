import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'

/** The database server that was last seen, in one row. It reveals a restart or a promotion. */
export const databaseServers = pgTable(
  'database_servers',
  {
    isTheOne: boolean('is_the_one').primaryKey().default(true),
    /** The server's start time and the timeline of its log. */
    identity: text('identity').notNull(),
    /** When recent movements are read for the second time. */
    onceMoreAt: time('once_more_at'),
  },
  (table) => [check('database_servers_one', sql`${table.isTheOne}`)],
)
