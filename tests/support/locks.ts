import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import type { DatabasePool, Queryable } from '../../db/client.ts'

/** Another transaction waits for what this transaction holds. Others on the server wait for their own. */
export async function untilAwaited(holder: Queryable, { writer }: Pick<DatabasePool, 'writer'>): Promise<void> {
  const [own] = await holder.execute<{ pid: number }>(sql`SELECT pg_backend_pid() AS pid`)
  const waiting = sql`SELECT FROM pg_stat_activity WHERE ${own?.pid ?? 0} = ANY (pg_blocking_pids(pid))`
  await expect.poll(async () => (await writer.execute(waiting)).length, { timeout: 60_000 }).toBeGreaterThan(0)
}

/** So many on this database wait for a lock, whichever transaction holds it. */
export async function untilWaiting({ writer }: Pick<DatabasePool, 'writer'>, count: number): Promise<void> {
  const waiting = sql`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`
  await expect.poll(async () => (await writer.execute(waiting)).length, { timeout: 60_000 }).toBe(count)
}
