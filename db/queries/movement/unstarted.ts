/** Rows whose request failed before their workflow was started. */
import { eq, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Database } from '../../client.ts'
import { unlessHeld } from '../../errors.ts'
import type { charges, disbursements, receivers } from '../../schema/index.ts'

const DIED_WITHIN = sql`interval '2 minutes'`
const KNOWN_FOR = sql`interval '10 minutes'`

/**
 * The row's request has certainly ended. An older row may have had a workflow, which may be gone by now together with its data, so that
 * row is shown to an operator instead.
 */
export const isDraft = (createdAt: PgColumn): SQL =>
  sql`${createdAt} BETWEEN now() - ${KNOWN_FOR} AND now() - ${DIED_WITHIN}`

/** @returns whether nothing stands of the row: it was deleted, or was not there, as where a failover has lost it. */
export async function goneAfter(
  db: Database,
  table: typeof charges | typeof disbursements | typeof receivers,
  id: string,
  deleting: PromiseLike<unknown[]>,
): Promise<boolean> {
  return (await unlessHeld(deleting)) || (await db.$count(table, eq(table.id, id))) === 0
}
