/** A buyer's orders: which of their charges may be paid. */
import { and, eq, getTableColumns, isNotNull, ne, not, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../client.ts'
import { chargeEvents, charges, checkoutOrders, paymentLinks } from '../../schema/index.ts'
import { hasLapsed, usesThatCount } from './uses.ts'

export type OrderRow = typeof checkoutOrders.$inferSelect

/** An order as it counts: it holds no use of its link that has lapsed. */
const standing = {
  ...getTableColumns(checkoutOrders),
  holdsUse: sql<boolean>`(${checkoutOrders.holdsUse} AND NOT ${hasLapsed})`,
}

/** The order of the page that has, or had, the charge with this token. */
export async function findOrder(
  db: Database,
  { offerId, linkId }: Pick<OrderRow, 'offerId' | 'linkId'>,
  token: string,
): Promise<OrderRow | undefined> {
  const [row] = await db
    .select({ order: standing })
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
  const [visit] = await tx.select(standing).from(checkoutOrders).where(mine).for('no key update')
  if (!visit || visit.chargeId !== replaces) return 'moved'
  if (visit.paidChargeId !== null) return 'paid'
  if (visit.linkId !== null && !visit.holdsUse && !(await hasRoom(tx, visit.linkId))) return 'soldOut'
  await tx.execute(sql`SELECT use_link(${order.id}::uuid, true)`)
  await tx.update(checkoutOrders).set({ chargeId, updatedAt: sql`now()` }).where(mine)
  return 'held'
}

/** The row's lock counts buyers one by one, however many come at once; what lapsed is counted under it. */
async function hasRoom(tx: Queryable, linkId: string): Promise<boolean> {
  const mine = eq(paymentLinks.id, linkId)
  await tx.select({ id: paymentLinks.id }).from(paymentLinks).where(mine).for('no key update')
  const [link] = await tx.select({ maxUses: paymentLinks.maxUses, uses: usesThatCount }).from(paymentLinks).where(mine)
  return link !== undefined && (link.maxUses === null || link.uses < link.maxUses)
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
