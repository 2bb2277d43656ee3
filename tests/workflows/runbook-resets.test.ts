/** The runbook's resets of a stuck workflow, typed as they are written there: while its code cannot replay it, and once it can again. */
import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { receivers } from '../../db/schema/index.ts'
import { workflowBundle } from '../../worker/bundle.ts'
import { type RunningWorker, startWorker } from '../../worker/worker.ts'
import {
  CREATED_UPDATE_ID,
  chargeWorkflowId,
  createdUpdate,
  disbursementWorkflowId,
  receiverWorkflowId,
  retrySignal,
  TASK_QUEUES,
  WORKFLOW_TYPES,
} from '../../workflows/messages.ts'
import { type ChargeStack, HASTE, startChargeStack } from '../support/charge-stack.ts'
import { disbursementOf, paidCharge, startRefund, startWithdrawal } from '../support/disbursements.ts'
import { readNow } from '../support/readings.ts'
import { RECEIVER_ROW } from '../support/receivers.ts'
import { commandWith, inShell } from '../support/runbook.ts'
import { addShelterAccount, type Shelter, startShelter } from '../support/shelter.ts'
import { startQuickSweep } from '../support/sweeps.ts'

const PATIENCE = { timeout: 60_000, interval: 100 }
const UNREAD = { pollFirstMs: 3_600_000 }
const TO_THE_BEGINNING = commandWith('workflow reset', 'FirstWorkflowTask')
const TO_THE_LAST_TASK = commandWith('workflow reset', 'LastWorkflowTask')

let stack: ChargeStack
let shelter: Shelter
let forgetful: Awaited<ReturnType<typeof workflowBundle>>
let deployed: RunningWorker | undefined
let asaas: string
let bravive: string
beforeAll(async () => {
  shelter = await startShelter()
  stack = await startChargeStack()
  const path = fileURLToPath(new URL('unreplayable/workflows.ts', import.meta.url))
  forgetful = await workflowBundle(stack.logger, false, path)
  asaas = await stack.addAccount('ASAAS')
  bravive = await stack.addAccount('BRAVIVE')
  await startQuickSweep(stack, { everyMs: 200 })
})
beforeEach(() => stack.restartWorker())
afterEach(async () => {
  await end(deployed)
  await stack.control('DELETE', '/faults')
})
afterAll(async () => {
  await stack?.close()
  shelter?.close()
})

async function end(worker: RunningWorker | undefined): Promise<void> {
  worker?.shutdown()
  await worker?.stopped
  deployed = undefined
}

/** In the place of today's. */
async function deployForgetful(): Promise<void> {
  await end(stack.worker)
  deployed = await startWorker(stack.settings, stack.logger, HASTE, { workflowBundle: forgetful, debugMode: true })
}
async function deployTodays(): Promise<void> {
  await end(deployed)
  await stack.restartWorker()
}

const handleOf = (workflowId: string) => stack.temporal.workflow.getHandle(workflowId)
const chargeBecomes = (chargeId: string, row: object) =>
  vi.waitFor(async () => expect(await stack.charge(chargeId)).toMatchObject(row), PATIENCE)
/** Its next task is one that the code cannot do. */
async function getStuck(workflowId: string): Promise<void> {
  await handleOf(workflowId).signal(retrySignal, {})
  const attempts = async () => (await handleOf(workflowId).describe()).raw.pendingWorkflowTask?.attempt ?? 0
  await vi.waitFor(async () => expect(await attempts()).toBeGreaterThanOrEqual(3), PATIENCE)
}

async function stuckCharge() {
  const { chargeId, creation } = await stack.start([asaas], { timing: UNREAD })
  expect(await creation).toEqual({ outcome: 'created' })
  const { transactionId } = await stack.charge(chargeId)
  await deployForgetful()
  await getStuck(chargeWorkflowId(chargeId))
  await chargeBecomes(chargeId, { status: 'PENDING', attention: 'workflowStuck' })
  return { chargeId, transactionId }
}
const asked = async (provider: string, chargeId: string) => {
  const { data } = await stack.control<{ data: { reference: string; count: number }[] }>(
    'GET',
    `/requests?provider=${provider}`,
  )
  const own = (await stack.attempts(chargeId)).map(({ id }) => id.replaceAll('-', ''))
  return data.filter(({ reference }) => own.includes(reference)).map(({ count }) => count)
}

test('a charge that the code cannot replay goes on from its beginning, with the transaction that it has', async () => {
  const { chargeId, transactionId } = await stuckCharge()
  await inShell(stack, TO_THE_BEGINNING, { ID: chargeId })
  await chargeBecomes(chargeId, { status: 'PENDING', attention: null, transactionId })
  await stack.control('POST', `/transactions/ASAAS/${transactionId}/pay`)
  await readNow(stack, chargeId)
  expect(await handleOf(chargeWorkflowId(chargeId)).result()).toEqual({ status: 'APPROVED' })
  await chargeBecomes(chargeId, { status: 'APPROVED', attention: null, transactionId })
  expect(await asked('ASAAS', chargeId)).toEqual([1])
}, 180_000)

test('once its code is back, it goes on from its last task', async () => {
  const { chargeId, transactionId } = await stuckCharge()
  await stack.control('POST', `/transactions/ASAAS/${transactionId}/pay`)
  await readNow(stack, chargeId)
  await chargeBecomes(chargeId, { status: 'APPROVED' })
  await deployTodays()
  await inShell(stack, TO_THE_LAST_TASK, { ID: chargeId })
  expect(await handleOf(chargeWorkflowId(chargeId)).result()).toEqual({ status: 'APPROVED' })
  await chargeBecomes(chargeId, { status: 'APPROVED', attention: null, transactionId })
  expect(await asked('ASAAS', chargeId)).toEqual([1])
}, 180_000)

/** It is followed, and no task of its history can be done. */
async function resetToTheBeginning(workflowId: string): Promise<void> {
  await deployForgetful()
  await getStuck(workflowId)
  const [kind = '', id = ''] = workflowId.split('/')
  const isStuck = () => attentionOf(kind, id)
  await vi.waitFor(async () => expect(await isStuck()).toBe('workflowStuck'), PATIENCE)
  await inShell(stack, TO_THE_BEGINNING.replace('charge/', `${kind}/`), { ID: id })
  await vi.waitFor(async () => expect(await isStuck()).toBeNull(), PATIENCE)
}
const attentionOf = async (kind: string, id: string) => {
  if (kind !== 'receiver') return (await disbursementOf(stack, id)).attention
  const [row] = await stack.database.writer.select().from(receivers).where(eq(receivers.id, id))
  return row?.attention
}

test('a withdrawal goes on from its beginning, and is not paid a second time', async () => {
  const { row, answer } = await startWithdrawal(stack, [bravive], { timing: UNREAD })
  expect(await answer).toEqual({ outcome: 'created' })
  const { externalId } = await disbursementOf(stack, row.id)
  const workflowId = disbursementWorkflowId('withdrawal', row.id)
  await resetToTheBeginning(workflowId)
  await stack.control('POST', `/withdrawals/BRAVIVE/${externalId}/settle`)
  await readNow(stack, row.id)
  expect(await handleOf(workflowId).result()).toEqual({ status: 'APPROVED' })
  const { data } = await stack.control<{ data: { id: string }[] }>('GET', '/withdrawals?provider=BRAVIVE')
  expect(data.map(({ id }) => id)).toEqual([externalId])
}, 180_000)

test('a refund likewise', async () => {
  const chargeId = await paidCharge(stack, asaas)
  await stack.control('PUT', '/faults/ASAAS/*', { fault: 'refundInProgress', times: 0 })
  const { row, answer } = await startRefund(stack, chargeId, { timing: UNREAD })
  expect(await answer).toEqual({ outcome: 'created' })
  const workflowId = disbursementWorkflowId('refund', row.id)
  await resetToTheBeginning(workflowId)
  const { transactionId } = await stack.charge(chargeId)
  await stack.control('POST', `/refunds/ASAAS/${transactionId}/settle`)
  await readNow(stack, row.id)
  expect(await handleOf(workflowId).result()).toEqual({ status: 'APPROVED' })
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'REFUNDED', refundedAmount: 5000 })
}, 180_000)

test('a receiver likewise: it is opened once', async () => {
  const accountId = await addShelterAccount(stack, shelter)
  const [row] = await stack.database.writer
    .insert(receivers)
    .values({ ...RECEIVER_ROW, platformId: stack.platformId, providerAccountId: accountId, provider: 'ABRIGO' })
    .returning()
  const id = row?.id ?? ''
  const workflowId = receiverWorkflowId(id)
  await stack.temporal.workflow.start(WORKFLOW_TYPES.receiver, {
    workflowId,
    taskQueue: TASK_QUEUES.charges,
    args: [{ receiverId: id, platformId: stack.platformId }],
  })
  const opened = await handleOf(workflowId).executeUpdate(createdUpdate, { updateId: CREATED_UPDATE_ID })
  expect(opened).toEqual({ outcome: 'created' })
  await resetToTheBeginning(workflowId)
  shelter.script.status = 'open'
  await readNow(stack, id)
  expect(await handleOf(workflowId).result()).toEqual({ status: 'ACTIVE' })
  expect(shelter.asked()).toBe(1)
}, 180_000)
