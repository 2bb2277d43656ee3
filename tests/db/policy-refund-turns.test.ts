/** Whose refunds by policy the sweep starts first, that it starts the others where one is refused, and until when it tries that one. */
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startPolicyRefunds } from '../../activities/start-policy-refunds.ts'
import { watchWorkflows } from '../../activities/sweep-watch.ts'
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

/** The steps of the sweep that start refunds and look for their workflows. */
const rounds = () => {
  const dependencies = { database: api.database, temporal: api.temporal }
  const start = () => startPolicyRefunds(dependencies)
  return { start, watch: watchWorkflows({ ...dependencies, logger: api.app.log } as never, 'disbursements') }
}
const statusOf = async (id: string) => (await api.temporal.workflow.getHandle(`refund/${id}`).describe()).status.name

/** Temporal starts every refund but this one. @returns how often it was asked to, and how to have it started. */
function refuse(refused: string) {
  const { workflow } = api.temporal
  const real = workflow.start.bind(workflow)
  const starts = vi.spyOn(workflow, 'start')
  onTestFinished(() => starts.mockRestore())
  let asked = 0
  starts.mockImplementation(((type: string, options: Parameters<typeof real>[1]) => {
    if (options.workflowId !== `refund/${refused}`) return real(type, options)
    asked += 1
    throw new Error('Temporal refuses it')
  }) as never)
  return { asked: () => asked, relent: () => starts.mockRestore() }
}

test('a refund that Temporal refuses keeps no other one from its start, and is started by a later round', async () => {
  const [refused = '', ...others] = await owed(api.home, 3, 120)
  const { start } = rounds()
  /** A start that Temporal answers too late belongs to the next round. */
  const statusesAfterRound = async (ids: string[]) => {
    await start().catch(() => {})
    return Promise.all(ids.map(statusOf))
  }
  const { relent } = refuse(refused)

  await expect(start()).rejects.toThrow(/^\d+ of .* failed/)
  await expect.poll(() => statusesAfterRound(others), PATIENCE).toEqual(others.map(() => 'RUNNING'))

  relent()
  await expect.poll(() => statusesAfterRound([refused]), PATIENCE).toEqual(['RUNNING'])
})

test('a refund that is still not started after ten minutes is tried by no further round: an operator is asked, and has it started', async () => {
  const [refused = ''] = await owed(api.home, 1, 9)
  const read = async () => (await api.call(api.home.keys.seller, 'GET', `/v1/refunds/${refused}`)).json()
  const { asked, relent } = refuse(refused)
  const { start, watch } = rounds()
  const round = async (minutes: number) => {
    await start().catch(() => {})
    await watch(Date.now() + minutes * 60_000).catch(() => {})
  }
  await round(0)
  expect(await read()).toMatchObject({ state: 'PENDING', attention: null })
  await expect.poll(() => round(2).then(read), PATIENCE).toMatchObject({ attentionReasons: ['workflowLost'] })
  const { data } = (await api.call(api.home.keys.operator, 'GET', '/v1/attention?limit=100')).json()
  expect(data).toContainEqual(expect.objectContaining({ kind: 'refund', id: refused }))

  const before = asked()
  await round(2)
  expect(asked()).toBe(before)

  relent()
  // No worker answers the decision here, and it is taken all the same.
  await api.call(api.home.keys.operator, 'POST', `/v1/operations/refund%2F${refused}/retry`)
  expect(await statusOf(refused)).toBe('RUNNING')
})
