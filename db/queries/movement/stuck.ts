/** Movements whose workflow was reported as stuck. */
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import type { Queryable } from '../../client.ts'
import { disbursements } from '../../schema/index.ts'
import { hasReason, withoutReasons } from './attention-reasons.ts'
import { CHARGES, DISBURSEMENTS, type MovementTables, RECEIVERS } from './tables.ts'

const TABLES = { charge: CHARGES, refund: DISBURSEMENTS, withdrawal: DISBURSEMENTS, receiver: RECEIVERS } as const
const REASON = 'workflowStuck'

export interface CalledStuck {
  id: string
  kind: keyof typeof TABLES
  isPending: boolean
}

/** Least recently changed first. */
export async function calledStuck(db: Queryable, limit: number): Promise<CalledStuck[]> {
  const of = ({ rows, waits }: MovementTables, kind: ReturnType<typeof sql<CalledStuck['kind']>>) =>
    db
      .select({ id: rows.id, kind, isPending: sql<boolean>`${waits}` })
      .from(rows)
      .where(and(isNotNull(rows.attention), hasReason(rows.attentionReasons, REASON)))
      .orderBy(rows.updatedAt)
      .limit(limit)
  const found = await Promise.all([
    of(CHARGES, sql`'charge'`),
    of(DISBURSEMENTS, sql`${disbursements.kind}`),
    of(RECEIVERS, sql`'receiver'`),
  ])
  return found.flat()
}

/** Clears the reason, because the workflow makes progress again. Other reasons stay. */
export async function answerStuck(db: Queryable, { id, kind }: Pick<CalledStuck, 'id' | 'kind'>): Promise<void> {
  const { rows } = TABLES[kind]
  await db
    .update(rows)
    .set({ attentionReasons: withoutReasons(rows.attentionReasons, [REASON]) as never, updatedAt: sql`now()` })
    .where(eq(rows.id, id))
}
