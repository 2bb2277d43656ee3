/**
 * A decision stands in its workflow's history before anything is written down about it: a worker that dies in between would leave a row
 * that says that it is made, and a workflow that waits for it.
 */
import type { Client } from '@temporalio/client'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { decideUpdate, disbursementWorkflowId } from '../../workflows/messages.ts'
import { keepHistory } from '../support/histories.ts'
import { type ChargingApi, startChargingApi } from './charging.ts'

const PATIENCE = { timeout: 60_000 }

/** Whether each of those that were written down was in the history by then. */
const { writing } = vi.hoisted(() => ({
  writing: { temporal: undefined as Client | undefined, kept: [] as boolean[] },
}))
async function note(workflowId: string): Promise<void> {
  const history = await writing.temporal?.workflow.getHandle(workflowId).fetchHistory()
  const names = history?.events?.map(
    ({ workflowExecutionUpdateAcceptedEventAttributes: accepted }) => accepted?.acceptedRequest?.input?.name,
  )
  writing.kept.push(names?.includes(decideUpdate.name) ?? false)
}
vi.mock('../../db/queries/disbursement/approval.ts', async (original) => {
  const actual = await original<typeof import('../../db/queries/disbursement/approval.ts')>()
  return {
    ...actual,
    giveApproval: async (...[db, approval]: Parameters<typeof actual.giveApproval>) => {
      await note(disbursementWorkflowId('withdrawal', approval.disbursementId))
      return actual.giveApproval(db, approval)
    },
  }
})
vi.mock('../../db/queries/disbursement/transitions.ts', async (original) => {
  const actual = await original<typeof import('../../db/queries/disbursement/transitions.ts')>()
  return {
    ...actual,
    recordDisbursementDecision: async (...[db, id, decided]: Parameters<typeof actual.recordDisbursementDecision>) => {
      await note(disbursementWorkflowId('withdrawal', id))
      return actual.recordDisbursementDecision(db, id, decided)
    },
  }
})
let api: ChargingApi
let cookie: string
beforeAll(async () => {
  api = await startChargingApi()
  writing.temporal = api.temporal
  await api.connect('BRAVIVE')
  cookie = await api.signIn(api.home.emails.operator)
  const payload = { approvalAbove: 100_000 }
  await api.call(api.home.keys.admin, 'PATCH', `/v1/platforms/${api.home.platformId}`, { payload })
})
afterEach(async () => {
  writing.kept = []
  await api.control('DELETE', '/faults')
})
afterAll(() => api?.close())

const read = async (path: string) => (await api.call(api.home.keys.operator, 'GET', path)).json()
const operate = (workflowId: string, action: string, payload?: object) =>
  api.call(null, 'POST', `/v1/operations/${encodeURIComponent(workflowId)}/${action}`, {
    headers: { cookie },
    payload,
  })
async function asking(amount: number, attention: string): Promise<string> {
  const payload = { paymentMethod: 'PIX', amount, pixKey: '529.982.247-25', pixType: 'CPF' }
  const { id } = (await api.call(api.home.keys.seller, 'POST', '/v1/withdrawals', { payload })).json()
  await expect.poll(async () => (await read(`/v1/withdrawals/${id}`)).attention, PATIENCE).toBe(attention)
  return id
}

/** One that is written down again was in the history the first time, too. */
async function untilWritten(): Promise<void> {
  await expect.poll(() => writing.kept.length, PATIENCE).toBeGreaterThan(0)
  expect(new Set(writing.kept)).toEqual(new Set([true]))
}

it('an approval', async () => {
  const id = await asking(100_001, 'awaitsApproval')
  const workflowId = disbursementWorkflowId('withdrawal', id)
  expect((await operate(workflowId, 'resolve', { outcome: 'approved' })).statusCode).toBe(202)
  await untilWritten()
  await expect.poll(async () => (await read(`/v1/withdrawals/${id}`)).withdrawId, PATIENCE).not.toBeNull()
  await keepHistory(api.temporal, workflowId, 'withdrawal-approval-kept')
})

it('the refusal of one', async () => {
  const id = await asking(100_001, 'awaitsApproval')
  expect((await operate(disbursementWorkflowId('withdrawal', id), 'cancel')).statusCode).toBe(202)
  await untilWritten()
})

it('what changes nothing, being about something else than what is asked', async () => {
  const id = await asking(100_001, 'awaitsApproval')
  const workflowId = disbursementWorkflowId('withdrawal', id)
  const decision = { kind: 'cancel', about: 'unknownOutcome' } as const
  const answer = await api.temporal.workflow.getHandle(workflowId).executeUpdate(decideUpdate, { args: [decision] })
  expect(answer).toEqual({ became: 'void', why: 'answered' })
  await untilWritten()
  expect((await operate(workflowId, 'cancel')).statusCode).toBe(202)
  await expect.poll(async () => (await read(`/v1/withdrawals/${id}`)).status, PATIENCE).toBe('CANCELED')
  await keepHistory(api.temporal, workflowId, 'withdrawal-void-decision-kept')
})

it('what an operator says of a lost answer', async () => {
  await api.control('PUT', '/faults/BRAVIVE/withdraw', { fault: 'commitThenDrop', times: 1 })
  const id = await asking(100, 'unknownOutcome')
  const workflowId = disbursementWorkflowId('withdrawal', id)
  const word = { outcome: 'created', status: 'APPROVED' }
  expect((await operate(workflowId, 'resolve', word)).statusCode).toBe(202)
  await untilWritten()
  await expect.poll(async () => (await read(`/v1/withdrawals/${id}`)).status, PATIENCE).toBe('APPROVED')
  await keepHistory(api.temporal, workflowId, 'withdrawal-decision-kept')
})
