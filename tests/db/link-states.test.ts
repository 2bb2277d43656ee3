/** The database tells a link's state, by which lists are filtered, as the domain does from what the link's row says. */
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDatabase, type Database, type DatabasePool } from '../../db/client.ts'
import { findPaymentLink, listPaymentLinks } from '../../db/queries/selling/links.ts'
import { charges, checkoutOrders, paymentLinks, platforms } from '../../db/schema/index.ts'
import { CHARGE_STATUSES, isSettled } from '../../domain/charge.ts'
import { PAYMENT_METHODS } from '../../domain/payment-method.ts'
import { PAGE_STATES, pageState } from '../../domain/selling.ts'
import { type FreshDatabase, freshDatabase } from '../support/stack.ts'

const DAY_MS = 24 * 60 * 60_000
const platformId = uuidv7()

let fresh: FreshDatabase
let pool: DatabasePool
beforeAll(async () => {
  fresh = await freshDatabase()
  pool = connectDatabase({ databaseUrl: fresh.databaseUrl, maxConnections: 1 })
  await pool.writer.insert(platforms).values({ id: platformId, name: 'Loja', sealedWebhookSecret: '' })
})
afterAll(async () => {
  await pool?.close()
  await fresh?.drop()
})

const order = fc.record({
  holdsUse: fc.boolean(),
  isPaid: fc.boolean(),
  /** From now until its reservation's end. The statement's own time is a little later than the transaction's. */
  holdsForMs: fc.constantFrom(-DAY_MS, DAY_MS),
  charge: fc.option(
    fc.record({ status: fc.constantFrom(...CHARGE_STATUSES), paymentMethod: fc.constantFrom(...PAYMENT_METHODS) }),
  ),
})
type Order = typeof order extends fc.Arbitrary<infer Value> ? Value : never

const link = fc.record({
  enabled: fc.boolean(),
  maxUses: fc.option(fc.integer({ min: 1, max: 4 })),
  endsInMs: fc.option(fc.constantFrom(-DAY_MS, -1, 0, 1, DAY_MS)),
  orders: fc.array(order, { maxLength: 5 }),
})
type Link = typeof link extends fc.Arbitrary<infer Value> ? Value : never

/** A use counts until its order, unpaid, is past its time; a card that is being charged has no time. */
const counts = ({ holdsUse, isPaid, holdsForMs, charge }: Order): boolean =>
  holdsUse && (isPaid || holdsForMs > 0 || (charge?.paymentMethod === 'CREDIT_CARD' && !isSettled(charge.status)))

/** @param now the transaction's, in whole milliseconds. @returns their ids. */
async function write(tx: Database, links: readonly Link[], now: number): Promise<string[]> {
  const at = (ms: number) => new Date(now + ms).toISOString()
  const ids = links.map(() => uuidv7())
  const bought = links.flatMap(({ orders }, index) =>
    orders.map((order) => ({ ...order, linkId: ids[index], orderId: uuidv7(), chargeId: uuidv7() })),
  )
  await tx.insert(paymentLinks).values(
    links.map(({ enabled, maxUses, endsInMs, orders }, index) => {
      const id = ids[index] ?? ''
      const terms = { enabled, maxUses, expiresAt: endsInMs === null ? null : at(endsInMs) }
      const uses = orders.filter(({ holdsUse }) => holdsUse).length
      return { id, platformId, amount: 900, slug: `_${id}`, createdByUser: 'ana', uses, ...terms }
    }),
  )
  const orders = bought.map(({ orderId, linkId, chargeId, holdsUse, isPaid, holdsForMs }) => {
    const held = { holdsUse, holdsUntil: at(holdsForMs), paidChargeId: isPaid ? chargeId : null }
    return { id: orderId, platformId, linkId, chargeId, ...held }
  })
  if (orders.length > 0) await tx.insert(checkoutOrders).values(orders)
  const tries = bought.flatMap(({ orderId, chargeId, charge }) => {
    const told = { customer: {} as never, items: [], checkoutToken: chargeId, checkoutOrderId: orderId }
    return charge ? [{ id: chargeId, platformId, amount: 900, ...told, ...charge }] : []
  })
  if (tries.length > 0) await tx.insert(charges).values(tries)
  return ids
}

test('each link is in the list of the state that the domain gives it, and in no other', async () => {
  const met = new Set<string>()
  const property = fc.asyncProperty(fc.array(link, { minLength: 1, maxLength: 5 }), async (links) => {
    await pool.writer.transaction(async (transaction) => {
      const tx = transaction as never as Database
      // What triggers keep, this test writes itself.
      await tx.execute(sql`SET LOCAL session_replication_role = replica`)
      await tx.delete(paymentLinks)
      await tx.delete(checkoutOrders)
      const [time] = await tx.execute<{ ms: string }>(sql`SELECT floor(extract(epoch FROM now()) * 1000) AS ms`)
      const now = Number(time?.ms)
      const expected = new Map<string, string>()
      for (const [index, id] of (await write(tx, links, now)).entries()) {
        const row = await findPaymentLink(tx, platformId, id)
        expect(row).toMatchObject({ uses: links[index]?.orders.filter(counts).length })
        if (row) expected.set(id, pageState(row, new Date(now).toISOString()))
      }
      for (const state of PAGE_STATES) {
        const { rows } = await listPaymentLinks(tx, platformId, { state }, { limit: 100 })
        const ids = [...expected].filter(([, its]) => its === state).map(([id]) => id)
        expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
        if (ids.length > 0) met.add(state)
      }
    })
  })
  await fc.assert(property, { numRuns: 60 })
  expect([...met].toSorted()).toEqual([...PAGE_STATES].toSorted())
})
