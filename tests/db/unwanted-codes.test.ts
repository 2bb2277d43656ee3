/** The codes of a charge that nobody waits for are to be withdrawn, whatever becomes known first. */
import { eq, inArray } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { charges, payments, readings } from '../../db/schema/index.ts'
import { startTestApi, type TestApi } from '../api/support.ts'

let api: TestApi
let providerAccountId: string
beforeAll(async () => {
  api = await startTestApi()
  providerAccountId = (await api.addAccount(api.home, 'ASAAS')).id
})
afterAll(() => api?.close())

test.each(['orphan first', 'own first'])('two payments are there before the charge shows one: %s', async (order) => {
  const db = api.database.writer
  const { id: chargeId } = await api.addCharge(api.home)
  const [orphan, own] = [uuidv7(), uuidv7()]
  const ids = order === 'orphan first' ? [orphan, own] : [own, orphan]
  for (const id of ids) {
    const payment = { id, chargeId, providerAccountId, provider: 'ASAAS', transactionId: id, amount: 5_000 }
    await db.insert(payments).values(payment)
  }
  const toBeWithdrawn = async () =>
    (await db.select().from(readings).where(inArray(readings.id, ids))).flatMap(({ id, kind }) =>
      kind === 'void' ? [id] : [],
    )
  expect(await toBeWithdrawn()).toEqual([])
  await db
    .update(charges)
    .set({ transactionId: own, providerAccountId, provider: 'ASAAS' })
    .where(eq(charges.id, chargeId))
  expect(await toBeWithdrawn()).toEqual([orphan])
})
