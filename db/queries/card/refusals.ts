/** Cards refused on public pages, counted over all processes, per IP address and per page. */
import { eq, lt, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../client.ts'
import { refusedCards } from '../../schema/index.ts'

const WINDOW = sql`interval '10 minutes'`

export interface CardTry {
  address: string
  slug: string
}

/** A try under way stands for no page: it counts for its address alone, so that many buyers at once close nothing. */
const UNDER_WAY = ''
const UNDER_WAY_MS = 10_000

/**
 * Counts a try from its beginning, so that tries at the same moment count each other.
 * @returns the try's id, or milliseconds until the oldest one above a limit expires.
 */
export async function beginCardTry(
  db: Database,
  { address, slug }: CardTry,
  most: { perAddress: number; perPage: number },
): Promise<{ id: string } | { wait: number }> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`card-try/${address}`}, 0))`)
    const wait = await untilNextCard(tx, { address, slug }, most)
    if (wait !== undefined) return { wait }
    const [begun] = await tx
      .insert(refusedCards)
      .values({ address, slug: UNDER_WAY })
      .returning({ id: refusedCards.id })
    if (!begun) throw new Error('The insert returned no row')
    return begun
  })
}

/** A refused try counts for its page too. */
export async function noteRefusedCard(db: Database, id: string, slug: string): Promise<void> {
  await db.update(refusedCards).set({ slug }).where(eq(refusedCards.id, id))
}

/** The try's card was approved, or was never tried. */
export async function forgetCardTry(db: Database, id: string): Promise<void> {
  await db.delete(refusedCards).where(eq(refusedCards.id, id))
}

async function untilNextCard(
  db: Queryable,
  { address, slug }: CardTry,
  most: { perAddress: number; perPage: number },
): Promise<number | undefined> {
  // A try under way may end at any moment, and gives its place back unless its card is refused.
  const left = sql`least(extract(epoch FROM at + ${WINDOW} - now()) * 1000,
    CASE WHEN ${refusedCards.slug} = ${UNDER_WAY} THEN ${UNDER_WAY_MS}::double precision ELSE 'infinity' END)`
  const nth = (of: typeof refusedCards.address | typeof refusedCards.slug, value: string, limit: number) => sql`(
    SELECT ${left} FROM ${refusedCards}
    WHERE ${of} = ${value} AND at > now() - ${WINDOW} ORDER BY at DESC OFFSET ${limit - 1} LIMIT 1)`
  const [row] = await db.execute<{ wait: number | null }>(sql`
    SELECT greatest(${nth(refusedCards.address, address, most.perAddress)}, ${nth(refusedCards.slug, slug, most.perPage)})
      ::double precision AS wait`)
  return row?.wait ?? undefined
}

/** A step of the sweep: deletes refusals that no longer count. */
export async function forgetRefusals(db: Database): Promise<void> {
  await db.delete(refusedCards).where(lt(refusedCards.at, sql`now() - ${WINDOW}`))
}
