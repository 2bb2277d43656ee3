/**
 * What follows an end (disputes, what is given back at the provider, late payments, withdrawals that come back) is told by a notice, or
 * found by a reading after minutes, hours, days. In half of the batches these readings come within seconds, and notices may be lost; in
 * the others they come as in production, too late for the batch: what is not heard by its notice stays wrong, and is found out.
 *
 * A dispute is read once more after ten minutes, because the notice that it was won may have overtaken the one that opened it, and a
 * reading that news caused is repeated after as long. A batch does not wait so long, but longer than a reading lags: in each of them it comes after one.
 */
import postgres from 'postgres'

/** After the first reading, and after each other. */
export const AFTER_END_MS: readonly number[] = [20_000, 40_000, 80_000]

/** Longer than a reading lags. */
export const ONCE_MORE_MS = 60_000

/** The functions that say when something is read next, and their waits in production. */
const FIRST_READING = { name: 'read_on', wait: '5 minutes', shorter: '10 seconds' } as const
const DISPUTED = { name: 'read_charge_on', wait: '10 minutes', shorter: '1 minute' } as const

/** @throws Error when the database's functions name their waits otherwise. */
export async function hurryReadings(databaseUrl: string, isReadSoon: boolean): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1 })
  try {
    for (const { name, wait, shorter } of [DISPUTED, ...(isReadSoon ? [FIRST_READING] : [])]) {
      const [row] = await sql<{ body: string }[]>`SELECT pg_get_functiondef(${name}::regproc) AS body`
      if (!row?.body.includes(`interval '${wait}'`)) throw new Error(`${name} waits otherwise`)
      await sql.unsafe(row.body.replace(`interval '${wait}'`, `interval '${shorter}'`))
    }
  } finally {
    await sql.end()
  }
}
