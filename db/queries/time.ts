import { sql } from 'drizzle-orm'
import type { Database } from '../client.ts'

/** The time of the database, to the microsecond: what its rows' times are compared with. */
export async function databaseTime(db: Database): Promise<string> {
  const [row] = await db.execute<{ now: string }>(sql`SELECT clock_timestamp()::text AS now`)
  if (!row) throw new Error('The database tells no time')
  return row.now
}
