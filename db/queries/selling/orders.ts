/** Buyers' orders: which of their charges may be paid. */
import { and, eq, getTableColumns, inArray, isNotNull, isNull, lt, ne, not, sql } from 'drizzle-orm'
import type { Database, Queryable } from '../../client.ts'
import { chargeEvents, charges, checkoutOrders, paymentLinks } from '../../schema/index.ts'
import { chargeWaits } from '../movement/statuses.ts'
import { hasLapsed, usesThatCount } from './uses.ts'

export type OrderRow = typeof checkoutOrders.$inferSelect

/** An order's columns, where `holdsUse` is false for a use that has lapsed. */
const standing = {
  ...getTableColumns(checkoutOrders),
  holdsUse: sql<boolean>`(${checkoutOrders.holdsUse} AND NOT ${hasLapsed})`,
}

/** The page's order that has, or had, the charge with this token. */
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

export interface Hold extends Pick<OrderRow, 'id' | 'platformId' | 'offerId' | 'linkId' | 'address' | 'language'> {
  /** The charge that is about to be created for the order. */
  chargeId: string
  /** The order's current charge, as far as the buyer's request knows. It can no longer be paid. */
  replaces: string | null
}

/** `wait`: milliseconds until time alone leaves few enough unpaid orders of this IP address. */
type Room = 'held' | 'soldOut' | { wait: number }
/** `repeated`: the charge already exists. `moved`: another request was first. */
export type Held = Room | 'repeated' | 'paid' | 'moved'

/** How long one try, and all tries of an order together, reserve a use of the link; and how long the latest try does in any case. */
const HOLD = sql`interval '30 minutes'`
const LONGEST_HOLD = sql`interval '1 hour'`
const SHORTEST_HOLD = sql`interval '5 minutes'`
/** How many unpaid orders of a link one IP address may have per day before it may not reserve more uses. */
const MOST_UNPAID = 3
const COUNTED = sql`interval '1 day'`

/**
 * Reserves the order for a new charge, in the transaction that writes the charge. The order's lock serialises requests. A use of the link
 * is taken if the order holds none. Unless the result is `held`, nothing is written.
 */
export async function holdOrder(tx: Queryable, { chargeId, replaces, ...order }: Hold): Promise<Held> {
  const known = await tx.select({ id: charges.id }).from(charges).where(eq(charges.id, chargeId))
  if (known.length > 0) return 'repeated'
  await tx.insert(checkoutOrders).values(order).onConflictDoNothing()
  const mine = eq(checkoutOrders.id, order.id)
  const [locked] = await tx.select().from(checkoutOrders).where(mine).for('no key update')
  if (!locked || locked.chargeId !== replaces) return 'moved'
  if (locked.paidChargeId !== null) return 'paid'
  if (locked.linkId !== null) await lockLimitedLink(tx, locked.linkId)
  // While the locks were waited for, the order's hold may have lapsed, and its use gone to another order.
  const [visit = locked] = await tx.select(standing).from(checkoutOrders).where(mine)
  const room = await roomFor(tx, visit)
  if (room !== 'held') return room
  await tx.execute(sql`SELECT use_link(${order.id}::uuid, true)`)
  const untilAnHour = sql`least(now() + ${HOLD}, ${checkoutOrders.createdAt} + ${LONGEST_HOLD})`
  const holdsUntil = sql`greatest(${untilAnHour}, now() + ${SHORTEST_HOLD})`
  const { language } = order
  await tx.update(checkoutOrders).set({ chargeId, holdsUntil, language, updatedAt: sql`now()` }).where(mine)
  return 'held'
}

/** Locks a link whose uses are limited, so that concurrent buyers are counted one after the other. */
async function lockLimitedLink(tx: Queryable, linkId: string): Promise<void> {
  const isLimited = and(eq(paymentLinks.id, linkId), isNotNull(paymentLinks.maxUses))
  await tx.select({ id: paymentLinks.id }).from(paymentLinks).where(isLimited).for('no key update')
}

/** Whether the order holds a use of its link, or may take one. Without the lock, another order may take it meanwhile. */
export async function roomFor(db: Queryable, visit: OrderRow): Promise<Room> {
  const { linkId, holdsUse } = visit
  if (linkId === null || holdsUse) return 'held'
  const [link] = await db
    .select({ maxUses: paymentLinks.maxUses, uses: usesThatCount })
    .from(paymentLinks)
    .where(eq(paymentLinks.id, linkId))
  if (!link) return 'soldOut'
  if (link.maxUses === null) return 'held'
  if (link.uses >= link.maxUses) return 'soldOut'
  const wait = await untilFewerUnpaid(db, { ...visit, linkId })
  return wait === undefined ? 'held' : { wait }
}

/**
 * Counts other orders of the IP address, in the last day and since it last paid one, that hold a use or may take theirs again. None for an
 * order that may do so itself: it was counted when it was created, and while its time runs it counts for the others, even if a refused or
 * replaced try has released its use.
 * @returns milliseconds until fewer than the most are left, unless one is paid or ends before; undefined where fewer are.
 */
async function untilFewerUnpaid(
  db: Queryable,
  { id, linkId, address }: Pick<OrderRow, 'id' | 'address'> & { linkId: string },
): Promise<number | undefined> {
  if (address === null) return undefined
  const [row] = await db.execute<{ wait: number }>(sql`
    WITH own AS (
      SELECT id, created_at, holds_use, holds_until, paid_charge_id, charge_id IS NOT NULL AND holds_until > now() AS is_tried
      FROM checkout_orders WHERE link_id = ${linkId} AND address = ${address} AND created_at > now() - ${COUNTED}
    ), counted AS (
      SELECT least(created_at + ${COUNTED}, CASE WHEN holds_use THEN 'infinity' ELSE holds_until END) AS until FROM own
      WHERE id <> ${id} AND (holds_use OR is_tried) AND paid_charge_id IS NULL
        AND created_at > coalesce((SELECT max(created_at) FROM own WHERE paid_charge_id IS NOT NULL), '-infinity')
        AND NOT EXISTS (SELECT FROM own WHERE id = ${id} AND is_tried)
    )
    SELECT extract(epoch FROM until - now())::double precision * 1000 AS wait FROM counted
    ORDER BY until DESC OFFSET ${MOST_UNPAID - 1} LIMIT 1`)
  return row?.wait
}

const FORGET_BATCH = 1000

/** A step of the sweep: deletes IP addresses that no longer count, in batches, so that no statement locks many orders. */
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

/** The pause after the first void decision. It doubles after each further one, up to most of a day. */
const PAUSE = sql`interval '10 minutes'`
const DOUBLINGS = 7

/**
 * Pending charges whose order another charge has paid. One that needs an operator may have been paid too, so it waits. A charge whose
 * last cancellation was void is skipped for a while. Unordered, so that charges whose workflows never decide do not block the others.
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
        chargeWaits(charges.status),
        isNotNull(charges.checkoutOrderId),
        isNotNull(charges.transactionId),
        isNull(charges.attention),
        ne(checkoutOrders.paidChargeId, charges.id),
        not(isResting),
      ),
    )
    .orderBy(sql`random()`)
    .limit(limit)
  return rows.map(({ id }) => id)
}
