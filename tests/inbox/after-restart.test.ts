/** What a database has lost with its last second, and its provider does not say again, is read once another server answers. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readings } from '../../db/schema/index.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { paidCharge } from '../support/disbursements.ts'
import { startQuickSweep } from '../support/sweeps.ts'

const server = { identity: 'the first', isYoung: false }
let asked = 0
vi.mock('../../db/queries/reading/server.ts', async (original) => ({
  ...(await original<typeof import('../../db/queries/reading/server.ts')>()),
  readServer: async () => {
    asked += 1
    return server
  },
}))

let stack: ChargeStack
let account: string
beforeAll(async () => {
  stack = await startChargeStack()
  account = await stack.addAccount('PAGUESAFE')
  await startQuickSweep(stack, { everyMs: 200 })
})
afterAll(() => stack?.close())

const nextReadingOf = async (chargeId: string) => {
  const [row] = await stack.database.writer.select().from(readings).where(eq(readings.id, chargeId))
  return Date.parse(row?.nextReadAt ?? '')
}

test('a charge that was paid lately is read then, and not before', async () => {
  const chargeId = await paidCharge(stack, account)
  const { provider, transactionId } = await stack.charge(chargeId)
  await stack.control('POST', `/transactions/${provider}/${transactionId}/chargeback`)
  // A whole round of the sweep with the server that is known.
  const before = asked
  await expect.poll(() => asked).toBeGreaterThan(before + 1)
  expect(await nextReadingOf(chargeId)).toBeGreaterThan(Date.now() + 30 * 60_000)
  expect((await stack.charge(chargeId)).status).toBe('APPROVED')

  server.identity = 'the second'
  await expect.poll(async () => (await stack.charge(chargeId)).status).toBe('CHARGEBACK')
})

test('its later readings are where they were', async () => {
  const chargeId = await paidCharge(stack, account)
  server.identity = 'the third'
  const readAt = async () => {
    const [row] = await stack.database.writer.select().from(readings).where(eq(readings.id, chargeId))
    return row?.readAt
  }
  const before = await readAt()
  await expect.poll(readAt).not.toBe(before)
  await expect.poll(() => nextReadingOf(chargeId)).toBeGreaterThan(Date.now() + 50 * 60_000)
  expect(await nextReadingOf(chargeId)).toBeLessThan(Date.now() + 70 * 60_000)
})

test('a server is itself until it is started again', async () => {
  const { readServer } = await vi.importActual<typeof import('../../db/queries/reading/server.ts')>(
    '../../db/queries/reading/server.ts',
  )
  const { identity } = await readServer(stack.database.writer)
  expect(identity).toMatch(/^\d{4}-\d\d-\d\d .+ [0-9A-F]{8}$/)
  expect((await readServer(stack.database.writer)).identity).toBe(identity)
})
