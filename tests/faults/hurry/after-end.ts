/**
 * What follows an end (disputes, what is given back at the provider, late payments, withdrawals that come back) is told by a notice, or
 * found by a reading after minutes, hours, days. In half of the batches these readings come within seconds, and notices may be lost; in
 * the others they come as in production, too late for the batch: what is not heard by its notice stays wrong, and is found out.
 */
import postgres from 'postgres'

/** After the first reading, and after each other. */
export const AFTER_END_MS: readonly number[] = [20_000, 40_000, 80_000]
/** The first, after the end. */
const FIRST_MS = 10_000

const FIRST_IN_PRODUCTION = "interval '5 minutes'"

/** @throws Error when the database's function names the first reading otherwise. */
export async function readSoonAfterEnd(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 })
  try {
    const [row] = await sql<{ body: string }[]>`SELECT pg_get_functiondef('read_on'::regproc) AS body`
    if (!row?.body.includes(FIRST_IN_PRODUCTION)) throw new Error('read_on names its first reading otherwise')
    await sql.unsafe(row.body.replace(FIRST_IN_PRODUCTION, `interval '${FIRST_MS} milliseconds'`))
  } finally {
    await sql.end()
  }
}
