/** Requests that no search has found: each may have been paid all the same, so that what follows it only repeats it. */
import { and, eq } from 'drizzle-orm'
import type { Queryable } from '../../client.ts'
import { disbursementAttempts } from '../../schema/index.ts'

/** Whether an earlier request of a withdrawal was called absent. */
export async function isRepeated(db: Queryable, disbursementId: string): Promise<boolean> {
  const rows = await db
    .select({ id: disbursementAttempts.id })
    .from(disbursementAttempts)
    .where(and(eq(disbursementAttempts.disbursementId, disbursementId), eq(disbursementAttempts.outcome, 'absent')))
    .limit(1)
  return rows.length > 0
}
