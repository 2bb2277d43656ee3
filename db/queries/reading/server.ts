/** Which server of the database answers, and what to read again when it is another one. */
import { sql } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { readings } from '../../schema/index.ts'

/** A server that has been up for longer was there when the last worker began, or somebody has looked since. */
const YOUNG = sql`interval '10 minutes'`
/** What was begun or settled so lately may have been told of in the second that a failover loses. */
const LATELY = sql`interval '15 minutes'`
/** Not all at once. */
const SPREAD = sql`interval '20 seconds'`

export interface DatabaseServer {
  /** Another one after each restart, and after a promotion, which begins a timeline of the log. */
  identity: string
  isYoung: boolean
}

export async function readServer(db: Database): Promise<DatabaseServer> {
  const [row] = await db.execute<{ identity: string; is_young: boolean }>(sql`
    SELECT pg_postmaster_start_time() || ' ' || left(pg_walfile_name(pg_current_wal_lsn()), 8) AS identity,
      pg_postmaster_start_time() > now() - ${YOUNG} AS is_young`)
  if (!row) throw new Error('The database did not say which server it is')
  return { identity: row.identity, isYoung: row.is_young }
}

/** Makes due what was begun or settled lately, of every account, before its other readings and in place of none. @returns how much. */
export async function readLatelyAgain(db: Database): Promise<number> {
  const { count } = await db.execute(sql`
    UPDATE ${readings} SET next_read_at = least(next_read_at, now() + random() * ${SPREAD}),
      reads = CASE WHEN settled THEN -1 ELSE reads END
     WHERE next_read_at IS NOT NULL AND since > now() - ${LATELY}`)
  return count
}
