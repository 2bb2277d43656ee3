/** The runbook's resets of stuck workflows, typed as they are written there: while the code cannot replay them, and once it can again. */
import { fileURLToPath } from 'node:url'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { receivers } from '../../db/schema/index.ts'
import { workflowBundle } from '../../worker/bundle.ts'
import { type RunningWorker, startWorker } from '../../worker/worker.ts'
import {
  CREATED_UPDATE_ID,
  chargeWorkflowId,
  createdUpdate,
  receiverWorkflowId,
  retrySignal,
  TASK_QUEUES,
  WORKFLOW_TYPES,
} from '../../workflows/messages.ts'
import { type ChargeStack, HASTE, startChargeStack } from '../support/charge-stack.ts'
import { disbursementOf, paidCharge, startRefund, startWithdrawal } from '../support/disbursements.ts'
import { readNow, unreadCharge } from '../support/readings.ts'
import { RECEIVER_ROW } from '../support/receivers.ts'
import { commandWith, inShell } from '../support/runbook.ts'
import { addShelterAccount, type Shelter, startShelter } from '../support/shelter.ts'
import { startQuickSweep } from '../support/sweeps.ts'

const PATIENCE = { timeout: 60_000, interval: 100 }
const UNREAD = { timing: { pollFirstMs: 3_600_000 } }
const TO_THE_BEGINNING = commandWith('workflow reset', 'FirstWorkflowTask')
const TO_THE_LAST_TASK = commandWith('workflow reset', 'LastWorkflowTask')

let stack: ChargeStack
let shelter: Shelter
/** Of a release that cannot replay what began before it. */
let forgetful: RunningWorker
let charges: Record<'first' | 'other' | 'refunded', string>
let withdrawal: string
let refund: string
let receiver: string
beforeAll(async () => {
  shelter = await startShelter()
  stack = await startChargeStack()
  await startQuickSweep(stack, { everyMs: 200 })
  const asaas = await stack.addAccount('ASAAS')
  const [first, other] = [await unreadCharge(stack, asaas), await unreadCharge(stack, asaas)]
  charges = { first: first.chargeId, other: other.chargeId, refunded: await paidCharge(stack, asaas) }
  await stack.control('PUT', '/faults/ASAAS/*', { fault: 'refundInProgress', times: 0 })
  const refunding = await startRefund(stack, charges.refunded, UNREAD)
  const withdrawing = await startWithdrawal(stack, [await stack.addAccount('BRAVIVE')], UNREAD)
  for (const { answer } of [refunding, withdrawing]) expect(await answer).toEqual({ outcome: 'created' })
  refund = refunding.row.id
  withdrawal = withdrawing.row.id
  receiver = await openReceiver()
  await deployForgetful()
  const following = Object.values(idsOf()).map(getStuck)
  await Promise.all(following)
})
afterAll(async () => {
  forgetful?.shutdown()
  await forgetful?.stopped
  await stack?.close()
  shelter?.close()
})

const idsOf = () => ({
  first: chargeWorkflowId(charges.first),
  other: chargeWorkflowId(charges.other),
  withdrawal: `withdrawal/${withdrawal}`,
  refund: `refund/${refund}`,
  receiver: receiverWorkflowId(receiver),
})
const handleOf = (workflowId: string) => stack.temporal.workflow.getHandle(workflowId)

async function openReceiver(): Promise<string> {
  const providerAccountId = await addShelterAccount(stack, shelter)
  const wanted = { ...RECEIVER_ROW, platformId: stack.platformId, providerAccountId, provider: 'ABRIGO' }
  const [row] = await stack.database.writer.insert(receivers).values(wanted).returning()
  const id = row?.id ?? ''
  const handle = await stack.temporal.workflow.start(WORKFLOW_TYPES.receiver, {
    workflowId: receiverWorkflowId(id),
    taskQueue: TASK_QUEUES.charges,
    args: [{ receiverId: id, platformId: stack.platformId }],
  })
  const opened = await handle.executeUpdate(createdUpdate, { updateId: CREATED_UPDATE_ID })
  expect(opened).toEqual({ outcome: 'created' })
  return id
}

async function deployForgetful(): Promise<void> {
  const path = fileURLToPath(new URL('unreplayable/workflows.ts', import.meta.url))
  const bundle = await workflowBundle(stack.logger, false, path)
  stack.worker.shutdown()
  await stack.worker.stopped
  forgetful = await startWorker(stack.settings, stack.logger, HASTE, { workflowBundle: bundle, debugMode: true })
}

/** Its next task is one that the code cannot do, and an operator is told. */
async function getStuck(workflowId: string): Promise<void> {
  await handleOf(workflowId).signal(retrySignal, {})
  await attentionIs(workflowId, 'workflowStuck')
}

async function attentionOf(workflowId: string): Promise<string | null | undefined> {
  const [kind, id = ''] = workflowId.split('/')
  if (kind === 'charge') return (await stack.charge(id)).attention
  if (kind !== 'receiver') return (await disbursementOf(stack, id)).attention
  const [row] = await stack.database.writer.select().from(receivers).where(eq(receivers.id, id))
  return row?.attention
}
const attentionIs = (workflowId: string, attention: string | null) =>
  vi.waitFor(async () => expect(await attentionOf(workflowId)).toBe(attention), PATIENCE)

/** @param command as it is written for a charge. */
async function reset(workflowId: string, command: string): Promise<void> {
  const [kind = '', id = ''] = workflowId.split('/')
  await inShell(stack, command.replace('charge/', `${kind}/`), { ID: id })
}

/** Paid now. @returns how often each of its tries was sent. */
async function payAndCount(chargeId: string): Promise<number[]> {
  const { transactionId } = await stack.charge(chargeId)
  await stack.control('POST', `/transactions/ASAAS/${transactionId}/pay`)
  await readNow(stack, chargeId)
  expect(await handleOf(chargeWorkflowId(chargeId)).result()).toEqual({ status: 'APPROVED' })
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', transactionId })
  await attentionIs(chargeWorkflowId(chargeId), null)
  const { data } = await stack.control<{ data: { reference: string; count: number }[] }>(
    'GET',
    '/requests?provider=ASAAS',
  )
  const tries = (await stack.attempts(chargeId)).map(({ id }) => id.replaceAll('-', ''))
  return data.filter(({ reference }) => tries.includes(reference)).map(({ count }) => count)
}

describe('what the code cannot replay goes on from its beginning', () => {
  test('a charge, with the transaction that it has', async () => {
    const { first } = idsOf()
    await reset(first, TO_THE_BEGINNING)
    await attentionIs(first, null)
    expect(await payAndCount(charges.first)).toEqual([1])
  })

  test('a withdrawal, and it is not paid a second time', async () => {
    const { withdrawal: workflowId } = idsOf()
    await reset(workflowId, TO_THE_BEGINNING)
    await attentionIs(workflowId, null)
    const { externalId } = await disbursementOf(stack, withdrawal)
    await stack.control('POST', `/withdrawals/BRAVIVE/${externalId}/settle`)
    await readNow(stack, withdrawal)
    expect(await handleOf(workflowId).result()).toEqual({ status: 'APPROVED' })
    const { data } = await stack.control<{ data: { id: string }[] }>('GET', '/withdrawals?provider=BRAVIVE')
    expect(data.map(({ id }) => id)).toEqual([externalId])
  })

  test('a refund', async () => {
    const { refund: workflowId } = idsOf()
    await reset(workflowId, TO_THE_BEGINNING)
    await attentionIs(workflowId, null)
    const { transactionId } = await stack.charge(charges.refunded)
    await stack.control('POST', `/refunds/ASAAS/${transactionId}/settle`)
    await readNow(stack, refund)
    expect(await handleOf(workflowId).result()).toEqual({ status: 'APPROVED' })
    expect(await stack.charge(charges.refunded)).toMatchObject({ status: 'REFUNDED', refundedAmount: 5000 })
  })

  test('a receiver, which is opened once', async () => {
    const { receiver: workflowId } = idsOf()
    await reset(workflowId, TO_THE_BEGINNING)
    await attentionIs(workflowId, null)
    shelter.script.status = 'open'
    await readNow(stack, receiver)
    expect(await handleOf(workflowId).result()).toEqual({ status: 'ACTIVE' })
    expect(shelter.asked()).toBe(1)
  })
})

test('a charge whose code is back goes on from its last task', async () => {
  const { other } = idsOf()
  await attentionIs(other, 'workflowStuck')
  forgetful.shutdown()
  await forgetful.stopped
  await stack.restartWorker()
  await reset(other, TO_THE_LAST_TASK)
  await attentionIs(other, null)
  expect(await payAndCount(charges.other)).toEqual([1])
})
