import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'

/** The database's time, to the microsecond, to compare rows' times with. */
export async function databaseTime(db: Database): Promise<string> {
  const [row] = await db.execute<{ now: string }>(sql`SELECT clock_timestamp()::text AS now`)
  if (!row) throw new Error('The database returned no time')
  return row.now
}

/** The smallest id of the moment `days` ago. Ids begin with their time, so older rows have smaller ids. */
export const idOfDaysAgo = (days: number): SQL =>
  sql`(lpad(to_hex((extract(epoch FROM now() - make_interval(days => ${days})) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`
