/** Workflows that were signalled a reading's change, until they are checked. */
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { payments, readings } from '../../schema/index.ts'
import type { DueReading } from './due.ts'

/** After this time a workflow has processed the signal, or is stuck. */
const HEARD_WITHIN = sql`interval '2 minutes'`

export type ToldReading = Pick<DueReading, 'kind' | 'id'>

/** Must be written before the change itself, so that the sweep finds it if the process dies in between. */
export async function noteTold(db: Database, { kind, id }: ToldReading): Promise<void> {
  await db
    .update(readings)
    .set({ toldAt: sql`now()` })
    .where(and(eq(readings.kind, kind), eq(readings.id, id)))
}

/** A movement with its own workflow. For a payment, that is its charge; a notice has none. */
export interface ToldMovement {
  kind: Exclude<ToldReading['kind'], 'payment' | 'notice'>
  id: string
}

/** The readings whose workflow has had enough time, oldest first, each with the movement whose workflow was signalled. */
export async function toldLongAgo(
  db: Database,
  limit: number,
): Promise<{ reading: ToldReading; movement: ToldMovement }[]> {
  return db
    .select({
      reading: { kind: readings.kind, id: readings.id },
      movement: {
        kind: sql<ToldMovement['kind']>`CASE ${readings.kind} WHEN 'payment' THEN 'charge' ELSE ${readings.kind} END`,
        id: sql<string>`coalesce(${payments.chargeId}, ${readings.id})`,
      },
    })
    .from(readings)
    .leftJoin(payments, and(eq(readings.kind, 'payment'), eq(payments.id, readings.id)))
    .where(sql`${readings.toldAt} < now() - ${HEARD_WITHIN}`)
    .orderBy(asc(readings.toldAt))
    .limit(limit)
}

/** Called once the workflow was checked. */
export async function forgetTold(db: Database, { kind, id }: ToldReading): Promise<void> {
  await db
    .update(readings)
    .set({ toldAt: null })
    .where(and(eq(readings.kind, kind), eq(readings.id, id)))
}
