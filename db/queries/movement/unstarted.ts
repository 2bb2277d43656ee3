/** Rows whose request failed before their workflow was started. */
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

const DIED_WITHIN = sql`interval '2 minutes'`
const KNOWN_FOR = sql`interval '10 minutes'`

/**
 * The row's request has certainly ended. An older row may have had a workflow, which may be gone by now together with its data, so that
 * row is shown to an operator instead.
 */
export const isDraft = (createdAt: PgColumn): SQL =>
  sql`${createdAt} BETWEEN now() - ${KNOWN_FOR} AND now() - ${DIED_WITHIN}`
