/** What offers and links have brought: their charges that were paid, also where the money went back later. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../client.ts'
import { charges } from '../../schema/index.ts'

export interface Sales {
  count: number
  /** What buyers paid, interest included; integer cents of BRL. */
  amount: number
}

export const NO_SALES: Sales = { count: 0, amount: 0 }

/** Of each id that has any: the charges that the list of `figure=approved` shows for it. */
export async function salesOf(
  db: Queryable,
  platformId: string,
  by: 'offerId' | 'paymentLinkId',
  ids: readonly string[],
): Promise<ReadonlyMap<string, Sales>> {
  if (ids.length === 0) return new Map()
  const page = charges[by]
  const rows = await db
    .select({
      id: page,
      count: sql<number>`count(*)`.mapWith(Number),
      amount: sql<number>`sum(${charges.amount})`.mapWith(Number),
    })
    .from(charges)
    .where(
      and(
        eq(charges.platformId, platformId),
        inArray(page, [...ids]),
        eq(charges.currency, 'BRL'),
        sql`${charges.paidAt} IS NOT NULL`,
      ),
    )
    .groupBy(page)
  return new Map(rows.flatMap(({ id, count, amount }) => (id === null ? [] : [[id, { count, amount }] as const])))
}
