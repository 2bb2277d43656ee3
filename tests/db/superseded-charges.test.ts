/** A charge whose order another one has paid is asked to be cancelled, again and ever more rarely, and holds back no other. */
import { sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { flagAttention } from '../../db/queries/charge/transitions.ts'
import { supersededCharges } from '../../db/queries/selling/orders.ts'
import { chargeEvents, checkoutOrders } from '../../db/schema/index.ts'
import { startTestApi, type TestApi } from '../api/support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

/** @param voidMinutesAgo when a decision about it came to nothing. */
async function superseded(voidMinutesAgo: readonly number[], by = 'order-paid'): Promise<string> {
  const { writer } = api.database
  const checkoutOrderId = uuidv7()
  await writer
    .insert(checkoutOrders)
    .values({ id: checkoutOrderId, platformId: api.home.platformId, paidChargeId: uuidv7() })
  const { id: chargeId } = await api.addMadeCharge(api.home, { checkoutOrderId })
  for (const [number, minutes] of voidMinutesAgo.entries()) {
    const at = sql`now() - ${`${minutes} minutes`}::interval` as never
    const row = { type: 'decisionVoid', cause: 'operator' } as const
    await writer.insert(chargeEvents).values({ ...row, id: uuidv7(), chargeId, key: `decision/${by}/${number}`, at })
  }
  return chargeId
}

const HOUR = 60
const often = (lastAgo: number) => Array.from({ length: 100 }, (_, number) => lastAgo + (99 - number) * 24 * HOUR)

test.each([
  { ago: [], isNamed: true },
  { ago: [9], isNamed: false },
  { ago: [11], isNamed: true },
  { ago: [60, 19], isNamed: false },
  { ago: [60, 21], isNamed: true },
  { ago: often(12 * HOUR), isNamed: false },
  { ago: often(24 * HOUR), isNamed: true },
])('after decisions that came to nothing $ago minutes ago it is named: $isNamed', async ({ ago, isNamed }) => {
  const chargeId = await superseded(ago)
  expect((await supersededCharges(api.database.writer, 1_000)).includes(chargeId)).toBe(isNamed)
})

test('one that asks an operator about its money waits', async () => {
  const chargeId = await superseded([])
  await flagAttention(api.database.writer, chargeId, 'unconfirmedNotice')
  expect(await supersededCharges(api.database.writer, 1_000)).not.toContain(chargeId)
})

test("an operator's decision about it is another matter", async () => {
  const chargeId = await superseded([1], 'ana')
  expect(await supersededCharges(api.database.writer, 1_000)).toContain(chargeId)
})

test('those about which nothing is ever decided keep no other from its turn', async () => {
  const ids = [await superseded([]), await superseded([]), await superseded([])]
  const named = new Set<string>()
  for (let round = 0; round < 300; round += 1) {
    for (const id of await supersededCharges(api.database.writer, 1)) named.add(id)
  }
  expect([...named]).toEqual(expect.arrayContaining(ids))
})
