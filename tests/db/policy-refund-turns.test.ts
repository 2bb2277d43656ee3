/** Whose refunds by policy the sweep starts first. */
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unsentPolicyRefunds } from '../../db/queries/disbursement/unstarted.ts'
import { disbursements } from '../../db/schema/index.ts'
import { startTestApi, type Tenant, type TestApi } from '../api/support.ts'

const LIMIT = 4

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

const db = () => api.database.writer

/** Refunds that a platform's policy owes, each a second older than the one after it. */
async function owed(tenant: Tenant, count: number, minutes: number): Promise<string[]> {
  const { id: chargeId, platformId, provider, providerAccountId } = await api.addMadeCharge(tenant)
  const refund = { platformId, kind: 'refund' as const, chargeId, policy: 'latePayments' as const, amount: 1 }
  const rows = Array.from({ length: count }, (_, number) => {
    const createdAt = new Date(Date.now() - minutes * 60_000 + number * 1_000).toISOString()
    return { ...refund, id: uuidv7(), provider, providerAccountId, createdAt, updatedAt: createdAt }
  })
  await db().insert(disbursements).values(rows)
  return rows.map(({ id }) => id)
}

const due = async () => (await unsentPolicyRefunds(db(), LIMIT)).map(({ id }) => id)

test('a platform that owes thousands takes no turn of another one', async () => {
  const [oldest, ...flood] = await owed(api.home, 3 * LIMIT, 60)
  const [other] = await owed(api.other, 1, 1)
  expect(await due()).toEqual([oldest, other, ...flood.slice(0, LIMIT - 2)])
})
