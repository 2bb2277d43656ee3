/** Rows whose request died before their workflow began. */
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * Its request has surely died. Of an older row nobody knows whether it had a workflow, which may be gone by now with what it had
 * written: that one is shown to an operator.
 */
export const isDraft = (createdAt: PgColumn): SQL =>
  sql`${createdAt} BETWEEN now() - interval '10 minutes' AND now() - interval '2 minutes'`
