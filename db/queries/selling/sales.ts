/** Sales of offers and links: their charges that were paid, including those that were refunded later. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../client.ts'
import { charges } from '../../schema/index.ts'
import { paidOrAsked } from '../charge/paid-amounts.ts'

export interface Sales {
  count: number
  /** The sum that buyers paid, with interest; integer cents of BRL. */
  amount: number
}

export const NO_SALES: Sales = { count: 0, amount: 0 }

/** Sales for each id that has any. They match the charges that the list with `figure=approved` shows for it. */
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
      amount: sql<number>`sum(${paidOrAsked})`.mapWith(Number),
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
