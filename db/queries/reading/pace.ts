/** How fast an account may be read, as its reader has learnt it. */
import { and, eq, not, sql } from 'drizzle-orm'
import { LONGEST_REST_SECONDS, type Pace, slower } from '../../../domain/pace.ts'
import type { Database, Queryable } from '../../client.ts'
import { accountReaders } from '../../schema/index.ts'

const { providerAccountId, perSecond, concurrency, resumeAt, pacedAt } = accountReaders
const isResting = sql<boolean>`coalesce(${resumeAt} > now(), false)`
/** However many refusals come, this long after the first one its reader may ask again. */
const restsUntil = sql`${pacedAt} + ${`${LONGEST_REST_SECONDS} seconds`}::interval`
/** For so long after that a reader that is at work has its turn, and whoever else is refused leaves it to it. */
const TURN = sql`interval '5 seconds'`

/**
 * The reader is at work, and so not paused; a rest that is over is taken from the row.
 * @returns its pace, and for how long its provider has asked for patience.
 */
export async function beginRound(db: Queryable, accountId: string): Promise<Pace & { restMs: number }> {
  const [row] = await db
    .insert(accountReaders)
    .values({ providerAccountId: accountId, seenAt: sql`now()` })
    .onConflictDoUpdate({
      target: providerAccountId,
      set: { seenAt: sql`now()`, pausedAt: null, resumeAt: sql`CASE WHEN ${isResting} THEN ${resumeAt} END` },
    })
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

/**
 * Its provider refused to be asked so often. Refusals that come before its reader has asked again are the same one: they make the
 * rest longer, and never longer than the longest, however long others are refused.
 */
export async function slowDown(db: Queryable, accountId: string, restMs: number): Promise<void> {
  const resume = sql`now() + ${`${restMs} milliseconds`}::interval`
  await db.transaction(async (tx) => {
    await tx.insert(accountReaders).values({ providerAccountId: accountId }).onConflictDoNothing()
    const [row] = await tx
      .select({
        perSecond,
        concurrency,
        isKnown: sql<boolean>`coalesce(${resumeAt} IS NOT NULL AND now() < ${restsUntil} + ${TURN}, false)`,
      })
      .from(accountReaders)
      .where(eq(providerAccountId, accountId))
      .for('update')
    if (!row) return
    const { isKnown, ...pace } = row
    await tx
      .update(accountReaders)
      .set(
        isKnown
          ? { resumeAt: sql`least(greatest(${resumeAt}, ${resume}), ${restsUntil})` }
          : { ...slower(pace), pacedAt: sql`now()`, resumeAt: resume },
      )
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
