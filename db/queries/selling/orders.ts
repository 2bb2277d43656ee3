/** A buyer's orders: which of their charges may be paid. */
import { and, eq, getTableColumns, inArray, isNotNull, lt, ne, not, sql } from 'drizzle-orm'
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

export interface Hold extends Pick<OrderRow, 'id' | 'platformId' | 'offerId' | 'linkId' | 'address'> {
  /** The charge that is about to be made for it. */
  chargeId: string
  /** The charge that it has now, as far as the buyer's request knows: one that nobody can pay any more. */
  replaces: string | null
}

/** `repeated`: the charge is there already. `moved`: another request was first. `tooMany`: of this address, and unpaid. */
export type Held = 'held' | 'repeated' | 'paid' | 'moved' | 'soldOut' | 'tooMany'

/** How long a try keeps a use from other buyers, and how long all tries of an order together. */
const HOLD = sql`interval '30 minutes'`
const LONGEST_HOLD = sql`interval '1 hour'`
/** How many orders of a link one address may leave unpaid in a day before it holds no more of its uses. */
const MOST_UNPAID = 3
const COUNTED = sql`interval '1 day'`

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
  if (visit.linkId !== null && !visit.holdsUse) await lockLink(tx, visit.linkId)
  const room = await roomFor(tx, visit)
  if (room !== 'held') return room
  await tx.execute(sql`SELECT use_link(${order.id}::uuid, true)`)
  const holdsUntil = sql`least(now() + ${HOLD}, ${checkoutOrders.createdAt} + ${LONGEST_HOLD})`
  await tx.update(checkoutOrders).set({ chargeId, holdsUntil, updatedAt: sql`now()` }).where(mine)
  return 'held'
}

/** It counts buyers one by one, however many come at once; what lapsed is counted under it. */
async function lockLink(tx: Queryable, linkId: string): Promise<void> {
  await tx.select({ id: paymentLinks.id }).from(paymentLinks).where(eq(paymentLinks.id, linkId)).for('no key update')
}

/** Whether the order holds a use of its link, or may take one: so far as nobody else takes it meanwhile. */
export async function roomFor(db: Queryable, visit: OrderRow): Promise<'held' | 'soldOut' | 'tooMany'> {
  const { linkId, holdsUse } = visit
  if (linkId === null || holdsUse) return 'held'
  const [link] = await db
    .select({ maxUses: paymentLinks.maxUses, uses: usesThatCount })
    .from(paymentLinks)
    .where(eq(paymentLinks.id, linkId))
  if (!link) return 'soldOut'
  if (link.maxUses === null) return 'held'
  if (link.uses >= link.maxUses) return 'soldOut'
  return (await unpaidBy(db, { ...visit, linkId })) < MOST_UNPAID ? 'held' : 'tooMany'
}

/**
 * Other orders of the address, of the last day and since it last paid one, that hold a use or may take theirs again. None for an
 * order that itself may: it was counted when it came, and while its time runs it is counted for the others, also when a refused
 * or replaced try has given its use back.
 */
async function unpaidBy(
  db: Queryable,
  { id, linkId, address }: Pick<OrderRow, 'id' | 'address'> & { linkId: string },
): Promise<number> {
  if (address === null) return 0
  const [row] = await db.execute<{ count: number }>(sql`
    WITH own AS (
      SELECT id, created_at, holds_use, paid_charge_id, charge_id IS NOT NULL AND holds_until > now() AS is_tried
      FROM checkout_orders WHERE link_id = ${linkId} AND address = ${address} AND created_at > now() - ${COUNTED}
    )
    SELECT count(*)::integer AS count FROM own
    WHERE id <> ${id} AND (holds_use OR is_tried) AND paid_charge_id IS NULL
      AND created_at > coalesce((SELECT max(created_at) FROM own WHERE paid_charge_id IS NOT NULL), '-infinity')
      AND NOT EXISTS (SELECT FROM own WHERE id = ${id} AND is_tried)`)
  return row?.count ?? 0
}

const FORGET_BATCH = 1000

/** The part of the sweep: addresses that count no more, in batches, so that no statement holds many orders. */
export async function forgetAddresses(db: Database): Promise<void> {
  while ((await forgetSome(db)) === FORGET_BATCH);
}

async function forgetSome(db: Database): Promise<number> {
  const { address, createdAt, id } = checkoutOrders
  const over = db
    .select({ id })
    .from(checkoutOrders)
    .where(and(isNotNull(address), lt(createdAt, sql`now() - ${COUNTED}`)))
    .orderBy(createdAt)
    .limit(FORGET_BATCH)
    .for('update', { skipLocked: true })
  const forgotten = await db.update(checkoutOrders).set({ address: null }).where(inArray(id, over)).returning({ id })
  return forgotten.length
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
