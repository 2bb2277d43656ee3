/** How fast an account may be read, as learned from its provider's refusals. */
import { and, eq, not, sql } from 'drizzle-orm'
import { LONGEST_REST_SECONDS, type Pace, slower } from '../../../domain/pace.ts'
import type { Database, Queryable } from '../../client.ts'
import { accountReaders } from '../../schema/index.ts'

const { providerAccountId, perSecond, concurrency, resumeAt, pacedAt } = accountReaders
const isResting = sql<boolean>`coalesce(${resumeAt} > now(), false)`
/** This long after the first refusal the reader may ask again, regardless of further refusals. */
const restsUntil = sql`${pacedAt} + ${`${LONGEST_REST_SECONDS} seconds`}::interval`
/** For this long after the pause an active reader has its turn, and refusals of other requests do not extend the pause. */
const TURN = sql`interval '5 seconds'`

/**
 * Marks the reader as active and not paused, and clears a pause that is over.
 * @returns its pace, and how long the provider still asks for a pause.
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

/** Marks the reader as idle, so that it may be woken at once. */
export async function endRounds(db: Database, accountId: string): Promise<void> {
  await db.update(accountReaders).set({ seenAt: null, wokenAt: null }).where(eq(providerAccountId, accountId))
}

/** Sets a faster pace after a round without a refusal. A refusal that came meanwhile takes precedence. */
export async function quicken(db: Database, accountId: string, pace: Pace): Promise<void> {
  await db
    .update(accountReaders)
    .set({ ...pace, pacedAt: sql`now()`, resumeAt: null })
    .where(and(eq(providerAccountId, accountId), not(isResting)))
}

/**
 * Lowers the pace after the provider refused a request as too frequent. Further refusals before the reader has asked again count as the
 * same one: they extend the pause, up to the longest.
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
