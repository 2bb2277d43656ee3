/** How fast an account may be read, as its reader has learnt it. */
import { and, eq, not, sql } from 'drizzle-orm'
import { type Pace, slower } from '../../../domain/pace.ts'
import type { Database } from '../../client.ts'
import { accountReaders } from '../../schema/index.ts'

const { providerAccountId, perSecond, concurrency, resumeAt } = accountReaders
const isResting = sql<boolean>`coalesce(${resumeAt} > now(), false)`

/** The reader is at work, and so not paused. @returns its pace, and for how long its provider has asked for patience. */
export async function beginRound(db: Database, accountId: string): Promise<Pace & { restMs: number }> {
  const [row] = await db
    .insert(accountReaders)
    .values({ providerAccountId: accountId, seenAt: sql`now()` })
    .onConflictDoUpdate({ target: providerAccountId, set: { seenAt: sql`now()`, pausedAt: null } })
    .returning({
      perSecond,
      concurrency,
      restMs: sql<number>`greatest(coalesce(extract(epoch FROM ${resumeAt} - now()) * 1000, 0), 0)::float8`,
    })
  if (!row) throw new Error('The upsert returned no row')
  return row
}

/** The reader goes to sleep: whoever finds something due may wake it at once. */
export async function endRounds(db: Database, accountId: string): Promise<void> {
  await db.update(accountReaders).set({ seenAt: null, wokenAt: null }).where(eq(providerAccountId, accountId))
}

/** A quiet round: it may be read so fast now. What its provider has refused meanwhile stands. */
export async function quicken(db: Database, accountId: string, pace: Pace): Promise<void> {
  await db
    .update(accountReaders)
    .set({ ...pace, pacedAt: sql`now()`, resumeAt: null })
    .where(and(eq(providerAccountId, accountId), not(isResting)))
}

/** Its provider refused to be asked so often; refusals that come before it is asked again are the same one. */
export async function slowDown(db: Database, accountId: string, restMs: number): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.insert(accountReaders).values({ providerAccountId: accountId }).onConflictDoNothing()
    const [row] = await tx
      .select({ perSecond, concurrency, isResting })
      .from(accountReaders)
      .where(eq(providerAccountId, accountId))
      .for('update')
    if (!row) return
    const { isResting: isKnown, ...pace } = row
    await tx
      .update(accountReaders)
      .set({
        ...(isKnown ? {} : slower(pace)),
        pacedAt: sql`now()`,
        resumeAt: sql`greatest(${resumeAt}, now() + ${`${restMs} milliseconds`}::interval)`,
      })
      .where(eq(providerAccountId, accountId))
  })
}

export async function notePause(db: Database, accountId: string, isPaused: boolean): Promise<void> {
  const pausedAt = isPaused ? sql`now()` : null
  await db
    .insert(accountReaders)
    .values({ providerAccountId: accountId, pausedAt })
    .onConflictDoUpdate({ target: providerAccountId, set: { pausedAt } })
}
