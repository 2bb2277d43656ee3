/** Rows whose request died before their workflow began. */
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

const DIED_WITHIN = sql`interval '2 minutes'`
const KNOWN_FOR = sql`interval '10 minutes'`

/**
 * Its request has surely died. Of an older row nobody knows whether it had a workflow, which may be gone by now with what it had
 * written: that one is shown to an operator.
 */
export const isDraft = (createdAt: PgColumn): SQL =>
  sql`${createdAt} BETWEEN now() - ${KNOWN_FOR} AND now() - ${DIED_WITHIN}`
