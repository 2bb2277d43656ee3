import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '../client.ts'

/** The time of the database, to the microsecond: what its rows' times are compared with. */
export async function databaseTime(db: Database): Promise<string> {
  const [row] = await db.execute<{ now: string }>(sql`SELECT clock_timestamp()::text AS now`)
  if (!row) throw new Error('The database tells no time')
  return row.now
}

/** The first id of the moment so many days ago: ids begin with their time, so whatever is older has a smaller one. */
export const idOfDaysAgo = (days: number): SQL =>
  sql`(lpad(to_hex((extract(epoch FROM now() - make_interval(days => ${days})) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`
