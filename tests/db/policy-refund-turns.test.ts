/** Whose refunds by policy the sweep starts first, and that it starts the others where one is refused. */
import pino from 'pino'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startPolicyRefunds } from '../../activities/start-policy-refunds.ts'
import { unsentPolicyRefunds } from '../../db/queries/disbursement/unstarted.ts'
import { disbursements } from '../../db/schema/index.ts'
import { startTestApi, type Tenant, type TestApi } from '../api/support.ts'

const LIMIT = 4
const PATIENCE = { timeout: 60_000 }

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

test('a refund that Temporal refuses keeps no other one from its start, and is started by a later round', async () => {
  const [refused = '', ...others] = await owed(api.home, 3, 120)
  const { database, temporal } = api
  const round = () => startPolicyRefunds({ database, temporal, logger: pino({ level: 'silent' }) })
  const statusOf = async (id: string) => (await temporal.workflow.getHandle(`refund/${id}`).describe()).status.name
  /** A start that Temporal answers too late belongs to the next round. */
  const statusesAfterRound = async (ids: string[]) => {
    await round().catch(() => {})
    return Promise.all(ids.map(statusOf))
  }
  const real = temporal.workflow.start.bind(temporal.workflow)
  const starts = vi.spyOn(temporal.workflow, 'start')
  onTestFinished(() => starts.mockRestore())
  starts.mockImplementation(((type: string, options: Parameters<typeof real>[1]) => {
    if (options.workflowId === `refund/${refused}`) throw new Error('Temporal refuses it')
    return real(type, options)
  }) as never)

  await expect(round()).rejects.toThrow('Temporal refuses it')
  await expect.poll(() => statusesAfterRound(others), PATIENCE).toEqual(others.map(() => 'RUNNING'))

  starts.mockRestore()
  await expect.poll(() => statusesAfterRound([refused]), PATIENCE).toEqual(['RUNNING'])
})
