/** A buyer's orders: which of their charges may be paid. */
import { and, eq, isNotNull, ne, not, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../client.ts'
import { chargeEvents, charges, checkoutOrders, paymentLinks } from '../../schema/index.ts'

export type OrderRow = typeof checkoutOrders.$inferSelect

/** The order of the page that has, or had, the charge with this token. */
export async function findOrder(
  db: Database,
  { offerId, linkId }: Pick<OrderRow, 'offerId' | 'linkId'>,
  token: string,
): Promise<OrderRow | undefined> {
  const [row] = await db
    .select({ order: checkoutOrders })
    .from(charges)
    .innerJoin(checkoutOrders, eq(checkoutOrders.id, charges.checkoutOrderId))
    .where(eq(charges.checkoutToken, token))
  const isOfPage = row && row.order.offerId === offerId && row.order.linkId === linkId
  return isOfPage ? row.order : undefined
}

export interface Hold extends Pick<OrderRow, 'id' | 'platformId' | 'offerId' | 'linkId'> {
  /** The charge that is about to be made for it. */
  chargeId: string
  /** The charge that it has now, as far as the buyer's request knows: one that nobody can pay any more. */
  replaces: string | null
}

/** `repeated`: the charge is there already. `moved`: another request was first. */
export type Held = 'held' | 'repeated' | 'paid' | 'moved' | 'soldOut'

/**
 * Makes room for a charge, in the transaction that writes it: the order's lock lets one request at a time decide, and a use of
 * the link is taken where the order holds none. Whoever is not `held` writes nothing.
 */
export async function holdOrder(tx: Queryable, { chargeId, replaces, ...order }: Hold): Promise<Held> {
  const known = await tx.select({ id: charges.id }).from(charges).where(eq(charges.id, chargeId))
  if (known.length > 0) return 'repeated'
  await tx.insert(checkoutOrders).values(order).onConflictDoNothing()
  const mine = eq(checkoutOrders.id, order.id)
  const [visit] = await tx.select().from(checkoutOrders).where(mine).for('no key update')
  if (!visit || visit.chargeId !== replaces) return 'moved'
  if (visit.paidChargeId !== null) return 'paid'
  if (visit.linkId !== null && !visit.holdsUse && !(await takeUse(tx, visit.linkId))) return 'soldOut'
  await tx.update(checkoutOrders).set({ chargeId, holdsUse: true, updatedAt: sql`now()` }).where(mine)
  return 'held'
}

/** The row's lock counts buyers one by one, however many come at once. */
async function takeUse(tx: Queryable, linkId: string): Promise<boolean> {
  const { maxUses, uses } = paymentLinks
  const taken = await tx
    .update(paymentLinks)
    .set({ uses: sql`${uses} + 1` })
    .where(and(eq(paymentLinks.id, linkId), sql`(${maxUses} IS NULL OR ${uses} < ${maxUses})`))
    .returning({ id: paymentLinks.id })
  return taken.length === 1
}

/** After the first decision that came to nothing; twice as long after each one more, up to most of a day. */
const PAUSE = sql`interval '10 minutes'`
const DOUBLINGS = 7

/**
 * Charges that wait although another one has paid their order. One about which a decision came to nothing rests for a while; in
 * no order, so that those whose workflows never decide hold back none of the others.
 */
export async function supersededCharges(db: Database, limit: number): Promise<string[]> {
  const isResting = sql`EXISTS (
    SELECT FROM ${chargeEvents} WHERE ${chargeEvents.chargeId} = ${charges.id} AND ${chargeEvents.key} LIKE 'decision/order-paid/%'
    HAVING max(${chargeEvents.at}) + ${PAUSE} * 2 ^ least(count(*) - 1, ${DOUBLINGS}) > now())`
  const rows = await db
    .select({ id: charges.id })
    .from(charges)
    .innerJoin(checkoutOrders, eq(checkoutOrders.id, charges.checkoutOrderId))
    .where(
      and(
        eq(charges.status, 'PENDING'),
        isNotNull(charges.checkoutOrderId),
        isNotNull(charges.transactionId),
        ne(checkoutOrders.paidChargeId, charges.id),
        not(isResting),
      ),
    )
    .orderBy(sql`random()`)
    .limit(limit)
  return rows.map(({ id }) => id)
}
