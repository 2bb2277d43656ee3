/** An approval that its workflow, or its row, no longer knows of: a reset in Temporal, a failover of the database. */
import { WithStartWorkflowOperation } from '@temporalio/client'
import { eq } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { giveApproval } from '../../db/queries/disbursement/approval.ts'
import { disbursementAttempts, disbursements, providerAccounts, users } from '../../db/schema/index.ts'
import { decideUpdate, disbursementWorkflowId } from '../../workflows/messages.ts'
import { keepHistory } from '../support/histories.ts'
import { terminateAtRest } from '../support/lost-workflows.ts'
import { type ChargingApi, startChargingApi } from './charging.ts'

const PATIENCE = { timeout: 60_000 }
const PIX = { paymentMethod: 'PIX', amount: 100_001, pixKey: '529.982.247-25', pixType: 'CPF' }

let api: ChargingApi
let cookie: string
let zendry: string
let asaas: string
beforeAll(async () => {
  // The lagging search is asked for the first time within this time of a start, and for the second after it.
  api = await startChargingApi({ settleMs: 12_000 })
  await api.connect('BRAVIVE', { priority: 1 })
  zendry = (await api.connect('ZENDRY', { priority: 2 })).id
  asaas = (await api.connect('ASAAS', { priority: 3 })).id
  cookie = await api.signIn(api.home.emails.operator)
  const payload = { approvalAbove: 100_000 }
  await api.call(api.home.keys.admin, 'PATCH', `/v1/platforms/${api.home.platformId}`, { payload })
})
afterEach(() => api.control('DELETE', '/faults'))
afterAll(() => api?.close())

const read = async (id: string) => (await api.call(api.home.keys.operator, 'GET', `/v1/withdrawals/${id}`)).json()
const operate = (id: string, action: string, payload: object) =>
  api.call(null, 'POST', `/v1/operations/withdrawal%2F${id}/${action}`, { headers: { cookie }, payload })
async function waiting(wish: { providerAccountId?: string } = {}): Promise<string> {
  const answer = await api.call(api.home.keys.seller, 'POST', '/v1/withdrawals', { payload: { ...PIX, ...wish } })
  const { id } = answer.json()
  await expect.poll(async () => (await read(id)).attention, PATIENCE).toBe('awaitsApproval')
  return id
}

async function approver(): Promise<string> {
  const email = eq(users.email, api.home.emails.operator)
  const [operator] = await api.database.writer.select({ id: users.id }).from(users).where(email)
  return operator?.id ?? ''
}
/** What the provider has. */
const sent = async (provider: string) =>
  (await api.control<{ data: unknown[] }>('GET', `/withdrawals?provider=${provider}`)).data.length

/** The provider has it, and does not say so. */
const loseUnanswered = (id: string) =>
  terminateAtRest(api, disbursementWorkflowId('withdrawal', id), 'lookUpDisbursement')

/** What a failover of the database may lose. */
async function forgetApproval(id: string): Promise<void> {
  await api.database.writer.delete(disbursementAttempts).where(eq(disbursementAttempts.disbursementId, id))
  const lost = { approval: 'awaited' as const, approvedBy: null, attentionReasons: ['awaitsApproval' as const] }
  await api.database.writer.update(disbursements).set(lost).where(eq(disbursements.id, id))
}

/** Not even a history is left. */
async function forgetWorkflow(id: string): Promise<void> {
  const { namespace } = api.temporal.options
  const workflowExecution = { workflowId: disbursementWorkflowId('withdrawal', id) }
  await api.temporal.workflowService.deleteWorkflowExecution({ namespace, workflowExecution })
  const isThere = () =>
    api.temporal.workflow
      .getHandle(workflowExecution.workflowId)
      .fetchHistory()
      .then(
        () => true,
        () => false,
      )
  await expect.poll(isThere, PATIENCE).toBe(false)
}

it('stands in a run that was reset to before it', async () => {
  const id = await waiting()
  const approval = { disbursementId: id, personId: await approver(), id: uuidv7() }
  expect(await giveApproval(api.database.writer, approval)).toMatchObject({ outcome: 'given' })
  const handle = api.temporal.workflow.getHandle(disbursementWorkflowId('withdrawal', id))
  const { runId } = await handle.describe()
  await api.temporal.workflowService.resetWorkflowExecution({
    namespace: api.temporal.options.namespace,
    workflowExecution: { workflowId: handle.workflowId, runId },
    reason: 'test',
    workflowTaskFinishEventId: 4 as never,
    requestId: uuidv7(),
  })
  await expect.poll(async () => (await read(id)).withdrawId, PATIENCE).not.toBeNull()
  expect(await read(id)).toMatchObject({ attention: null, approval: { state: 'given' } })
})

it('that its row has lost leaves an operator to say how it ended', async () => {
  const id = await waiting()
  await api.control('PUT', '/faults/BRAVIVE/withdraw', { fault: 'commitThenDrop', times: 1 })
  await operate(id, 'resolve', { outcome: 'approved' })
  await expect.poll(async () => (await read(id)).attention, PATIENCE).toBe('unknownOutcome')
  const lost = { approval: 'awaited' as const, approvedBy: null }
  await api.database.writer.update(disbursements).set(lost).where(eq(disbursements.id, id))
  expect((await operate(id, 'cancel', {})).statusCode).toBe(409)
  expect((await operate(id, 'resolve', { outcome: 'created', status: 'APPROVED' })).statusCode).toBe(202)
  await expect.poll(async () => (await read(id)).status, PATIENCE).toBe('APPROVED')
})

it('that its row, its try and its workflow have lost is never approved a second time', async () => {
  const id = await waiting()
  await api.control('PUT', '/faults/BRAVIVE/withdraw', { fault: 'commitThenDrop', times: 1 })
  await operate(id, 'resolve', { outcome: 'approved' })
  await expect.poll(async () => (await read(id)).attention, PATIENCE).toBe('unknownOutcome')
  await loseUnanswered(id)
  await api.database.writer.delete(disbursementAttempts).where(eq(disbursementAttempts.disbursementId, id))
  const lost = { approval: 'awaited' as const, approvedBy: null }
  await api.database.writer.update(disbursements).set(lost).where(eq(disbursements.id, id))
  for (const [action, payload] of [
    ['resolve', { outcome: 'approved' }],
    ['cancel', {}],
  ] as const) {
    expect((await operate(id, action, payload)).statusCode, action).toBe(409)
  }
  expect((await operate(id, 'resolve', { outcome: 'created', status: 'APPROVED' })).statusCode).toBe(202)
  await expect.poll(async () => (await read(id)).status, PATIENCE).toBe('APPROVED')
  expect(await sent('BRAVIVE')).toBe(3)
})

it.each([
  { name: 'a cancel is believed', action: 'cancel', payload: {}, changes: {} },
  {
    name: 'its time is over',
    action: 'resolve',
    payload: { outcome: 'approved' },
    changes: { approvalDueAt: '2026-01-01T00:00:00Z' },
  },
])(
  'that everything here has lost is asked about at the provider, whose search lags, before $name',
  async ({ action, payload, changes }) => {
    const id = await waiting({ providerAccountId: zendry })
    await api.control('PUT', '/faults/ZENDRY/withdraw', { fault: 'commitThenDrop', times: 1 })
    await api.control('PUT', '/faults/ZENDRY/findWithdraw', { fault: 'serverError', times: 0 })
    await operate(id, 'resolve', { outcome: 'approved' })
    await loseUnanswered(id)
    await forgetApproval(id)
    const lost = { attentionReasons: ['workflowLost' as const], ...changes }
    await api.database.writer.update(disbursements).set(lost).where(eq(disbursements.id, id))
    await api.control('DELETE', '/faults')
    await api.control('PUT', '/faults/ZENDRY/findWithdraw', { fault: 'stale', times: 1, delayMs: 600_000 })
    await operate(id, action, payload)
    await expect.poll(async () => (await read(id)).withdrawId, PATIENCE).not.toBeNull()
    expect((await read(id)).status).not.toMatch(/REJECTED|CANCELED/)
    await keepHistory(api.temporal, disbursementWorkflowId('withdrawal', id), `lost-approval-settles-${action}`)
  },
)

it('that comes after its time sends nothing, though its workflow is gone', async () => {
  const id = await waiting()
  await api.temporal.workflow.getHandle(disbursementWorkflowId('withdrawal', id)).terminate()
  await api.database.writer
    .update(disbursements)
    .set({ approvalDueAt: '2026-01-01T00:00:00Z' })
    .where(eq(disbursements.id, id))
  const before = await sent('BRAVIVE')
  const answer = (await operate(id, 'resolve', { outcome: 'approved' })).json()
  expect([answer.code, answer.became]).toContainEqual(answer.became === undefined ? 'conflict' : 'void')
  await expect.poll(async () => (await read(id)).status, PATIENCE).toBe('CANCELED')
  expect(await sent('BRAVIVE')).toBe(before)
})

it('that never came is canceled, though its workflow is gone', async () => {
  const id = await waiting()
  await api.temporal.workflow.getHandle(disbursementWorkflowId('withdrawal', id)).terminate()
  await operate(id, 'cancel', {})
  await expect.poll(async () => (await read(id)).status, PATIENCE).toBe('CANCELED')
})

it('that never came is canceled, though nothing is left of its workflow', async () => {
  const id = await waiting({ providerAccountId: zendry })
  await forgetWorkflow(id)
  await api.database.writer
    .update(disbursements)
    .set({ attentionReasons: ['awaitsApproval', 'workflowLost'] })
    .where(eq(disbursements.id, id))
  await operate(id, 'cancel', {})
  await expect.poll(async () => (await read(id)).status, PATIENCE).toBe('CANCELED')
  await keepHistory(api.temporal, disbursementWorkflowId('withdrawal', id), 'withdrawal-approval-lost-and-canceled')
})

describe('where it cannot be known whether it was sent', () => {
  /** Sent, and everything here has forgotten it. */
  async function forgotten(): Promise<string> {
    const id = await waiting()
    await api.control('PUT', '/faults/BRAVIVE/withdraw', { fault: 'commitThenDrop', times: 1 })
    await operate(id, 'resolve', { outcome: 'approved' })
    await expect.poll(async () => (await read(id)).attention, PATIENCE).toBe('unknownOutcome')
    await loseUnanswered(id)
    await forgetApproval(id)
    return id
  }

  it.each([
    ['resolve', { outcome: 'approved' }],
    ['cancel', {}],
  ] as const)(
    '%s of one that was sent and forgotten leaves an operator to say how it ended',
    async (action, payload) => {
      const id = await forgotten()
      const before = await sent('BRAVIVE')
      await operate(id, action, payload)
      await expect.poll(async () => (await read(id)).attention, PATIENCE).toBe('unknownOutcome')
      expect(await read(id)).toMatchObject({ status: 'PENDING' })
      expect((await operate(id, 'resolve', { outcome: 'created', status: 'APPROVED' })).statusCode).toBe(202)
      await expect.poll(async () => (await read(id)).status, PATIENCE).toBe('APPROVED')
      expect(await sent('BRAVIVE')).toBe(before)
    },
  )

  it('approving one of which nothing is left sends nothing', async () => {
    const id = await waiting()
    const before = await sent('BRAVIVE')
    await forgetWorkflow(id)
    await operate(id, 'resolve', { outcome: 'approved' })
    await expect.poll(async () => (await read(id)).attention, PATIENCE).toBe('unknownOutcome')
    expect((await operate(id, 'resolve', { outcome: 'notCreated' })).statusCode).toBe(202)
    await expect.poll(async () => (await read(id)).status, PATIENCE).toBe('REJECTED')
    expect(await sent('BRAVIVE')).toBe(before)
  })

  it.each([
    ['BRAVIVE', 1, 'unknownOutcome', 'PENDING'],
    ['ZENDRY', 1, null, 'CANCELED'],
    ['ZENDRY', 2, 'unknownOutcome', 'PENDING'],
  ] as const)('at %s with keys no. %i its time is over: %s, %s', async (provider, keysVersion, attention, status) => {
    const { id: providerAccountId } = await api.connect(provider, { priority: 9 })
    const isAccount = eq(providerAccounts.id, providerAccountId)
    await api.database.writer.update(providerAccounts).set({ keysVersion }).where(isAccount)
    const id = await waiting({ providerAccountId })
    const before = await sent(provider)
    await forgetWorkflow(id)
    await api.database.writer
      .update(disbursements)
      .set({ approvalDueAt: '2026-01-01T00:00:00Z' })
      .where(eq(disbursements.id, id))
    await operate(id, 'resolve', { outcome: 'approved' })
    await expect.poll(() => read(id), PATIENCE).toMatchObject({ attention, status })
    expect(await sent(provider)).toBe(before)
  })
})

it('is still taken where a cancel was void, as its provider could not be asked', async () => {
  const id = await waiting({ providerAccountId: zendry })
  const before = await sent('ZENDRY')
  await forgetWorkflow(id)
  await api.control('PUT', '/faults/ZENDRY/findWithdraw', { fault: 'serverError', times: 0 })
  await operate(id, 'cancel', {})
  const happened = async () => {
    const { data } = (await api.call(api.home.keys.operator, 'GET', `/v1/withdrawals/${id}/events`)).json()
    return data.map(({ type }: { type: string }) => type)
  }
  await expect.poll(happened, { timeout: 60_000 }).toContain('decisionVoid')
  await api.control('DELETE', '/faults')
  await operate(id, 'resolve', { outcome: 'approved' })
  await expect.poll(async () => (await read(id)).withdrawId, PATIENCE).not.toBeNull()
  // The same key cannot pay twice there.
  expect(await sent('ZENDRY')).toBe(before + 1)
}, 120_000)

it('that everything here has lost is asked about at the provider before another one sends it', async () => {
  const id = await waiting({ providerAccountId: asaas })
  const before = await sent('ASAAS')
  await api.control('PUT', '/faults/ASAAS/withdraw', { fault: 'commitThenDrop', times: 1 })
  await api.control('PUT', '/faults/ASAAS/findWithdraw', { fault: 'serverError', times: 0 })
  await operate(id, 'resolve', { outcome: 'approved' })
  await loseUnanswered(id)
  expect(await sent('ASAAS')).toBe(before + 1)
  await forgetApproval(id)
  await api.control('DELETE', '/faults')
  await operate(id, 'resolve', { outcome: 'approved' })
  await expect.poll(async () => (await read(id)).withdrawId, PATIENCE).not.toBeNull()
  expect(await sent('ASAAS')).toBe(before + 1)
})

it('counts though it comes with the first task of a workflow that takes the place of a lost one', async () => {
  const id = await waiting()
  const workflowId = disbursementWorkflowId('withdrawal', id)
  await api.temporal.workflow.getHandle(workflowId).terminate()
  const [row] = await api.database.writer.select().from(disbursements).where(eq(disbursements.id, id))
  const { platformId, providerAccountId: accountId, provider } = row ?? {}
  const { dueAt } = (await read(id)).approval
  const startWorkflowOperation = new WithStartWorkflowOperation('withdrawal', {
    workflowId,
    taskQueue: 'charges',
    workflowIdConflictPolicy: 'FAIL',
    args: [{ disbursementId: id, platformId, candidates: [{ accountId, provider }], approval: { dueAt, hours: 72 } }],
  })
  const said = { kind: 'approve', id: 'first', personId: await approver(), about: 'awaitsApproval' } as const
  const became = api.temporal.workflow.executeUpdateWithStart(decideUpdate, { startWorkflowOperation, args: [said] })
  expect(await became).toEqual({ became: 'carriedOut' })
  await expect.poll(async () => (await read(id)).withdrawId, PATIENCE).not.toBeNull()
})
