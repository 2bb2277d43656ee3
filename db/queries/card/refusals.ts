/** Cards refused on public pages, counted over all processes, per IP address and per page. */
import { lt, sql } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { refusedCards } from '../../schema/index.ts'

const WINDOW = sql`interval '10 minutes'`

export interface CardTry {
  address: string
  slug: string
}

export async function noteRefusal(db: Database, { address, slug }: CardTry): Promise<void> {
  await db.insert(refusedCards).values({ address, slug })
}

/** @returns milliseconds until the oldest refusal above a limit expires; undefined if no limit is reached. */
export async function untilNextCard(
  db: Database,
  { address, slug }: CardTry,
  most: { perAddress: number; perPage: number },
): Promise<number | undefined> {
  const nth = (of: typeof refusedCards.address | typeof refusedCards.slug, value: string, limit: number) => sql`(
    SELECT extract(epoch FROM at + ${WINDOW} - now()) * 1000 FROM ${refusedCards}
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
