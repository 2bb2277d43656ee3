/** The codes of a charge that no buyer waits for are to be withdrawn, whatever becomes known first. */
import { eq, inArray } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadUnwanted } from '../../db/queries/charge/other-payments.ts'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { charges, checkoutOrders, payments, readings } from '../../db/schema/index.ts'
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

test.each([
  { paymentMethod: 'PIX', cause: 'timer', isOfPage: false, withdrawn: true },
  { paymentMethod: 'CREDIT_CARD', cause: 'operator', isOfPage: false, withdrawn: true },
  // Its provider still reviews it.
  { paymentMethod: 'CREDIT_CARD', cause: 'timer', isOfPage: false, withdrawn: false },
  // Its buyer may pay the order in another way.
  { paymentMethod: 'CREDIT_CARD', cause: 'timer', isOfPage: true, withdrawn: true },
] as const)(
  'what is paid by $paymentMethod, on a page: $isOfPage, and given up ($cause) is to be withdrawn: $withdrawn',
  async (row) => {
    const { paymentMethod, cause, isOfPage, withdrawn } = row
    const db = api.database.writer
    const [own, other] = [uuidv7(), uuidv7()]
    const at = { providerAccountId, provider: 'MERCADOPAGO' }
    const { id: chargeId } = await api.addCharge(api.home, { paymentMethod, transactionId: own, ...at })
    await db.insert(payments).values({ ...at, id: other, chargeId, transactionId: other, amount: 5_000 })
    const [shown] = await db.select().from(payments).where(eq(payments.transactionId, own))
    if (isOfPage) {
      const [order] = await db.insert(checkoutOrders).values({ platformId: api.home.platformId, chargeId }).returning()
      await db
        .update(charges)
        .set({ checkoutOrderId: order?.id ?? null })
        .where(eq(charges.id, chargeId))
    }
    await applyTransition(db, { chargeId, to: 'REJECTED', cause, key: 'end', rawStatus: 'expired', givesUp: true })
    const isTaken = async (id = '') => (await loadUnwanted(db, id)) !== undefined
    const due = (await db.select().from(readings).where(eq(readings.kind, 'void'))).map(({ id }) => id)
    expect(due.includes(shown?.id ?? '')).toBe(withdrawn)
    expect(await isTaken(shown?.id)).toBe(withdrawn)
    // A second transaction would take the money twice.
    expect(due).toContain(other)
    expect(await isTaken(other)).toBe(true)
  },
)
