/** How fast an account may be read, as its reader has learnt it. */
import { eq, sql } from 'drizzle-orm'
import type { Pace } from '../../../domain/pace.ts'
import type { Database } from '../../client.ts'
import { accountReaders } from '../../schema/index.ts'

const { providerAccountId, perSecond, concurrency, resumeAt } = accountReaders

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

/** @param restMs for how long nothing is read. */
export async function learnPace(db: Database, accountId: string, pace: Pace, restMs = 0): Promise<void> {
  await db
    .update(accountReaders)
    .set({
      ...pace,
      pacedAt: sql`now()`,
      resumeAt: restMs > 0 ? sql`now() + ${`${restMs} milliseconds`}::interval` : null,
    })
    .where(eq(providerAccountId, accountId))
}

export async function notePause(db: Database, accountId: string, isPaused: boolean): Promise<void> {
  const pausedAt = isPaused ? sql`now()` : null
  await db
    .insert(accountReaders)
    .values({ providerAccountId: accountId, pausedAt })
    .onConflictDoUpdate({ target: providerAccountId, set: { pausedAt } })
}
