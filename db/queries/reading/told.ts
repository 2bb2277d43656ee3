/** Workflows that were told of what a reading changed, until they are seen to have heard of it. */
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { payments, readings } from '../../schema/index.ts'
import type { DueReading } from './due.ts'

/** After it a workflow has heard, or does not hear. */
const HEARD_WITHIN = sql`interval '2 minutes'`

export type ToldReading = Pick<DueReading, 'kind' | 'id'>

/** To be written before the change that it is told of: whoever dies between the two leaves it to the sweep. */
export async function noteTold(db: Database, { kind, id }: ToldReading): Promise<void> {
  await db
    .update(readings)
    .set({ toldAt: sql`now()` })
    .where(and(eq(readings.kind, kind), eq(readings.id, id)))
}

/** What has a workflow of its own: a payment's is its charge's, and a notice's is whoever's it is. */
export interface ToldMovement {
  kind: Exclude<ToldReading['kind'], 'payment' | 'notice'>
  id: string
}

/** Those that have had enough time to hear of it, the longest waiting first, each with the movement whose workflow hears. */
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

/** Its workflow has been looked at. */
export async function forgetTold(db: Database, { kind, id }: ToldReading): Promise<void> {
  await db
    .update(readings)
    .set({ toldAt: null })
    .where(and(eq(readings.kind, kind), eq(readings.id, id)))
}
