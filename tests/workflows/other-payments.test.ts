/** A payment that its charge does not show: what no notice ever tells of it is found all the same. */
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { payments, readings } from '../../db/schema/index.ts'
import { chargeWorkflowId, resolveSignal } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { makeDue, noteToldLongAgo } from '../support/readings.ts'
import { startQuickSweep } from '../support/sweeps.ts'

const PATIENCE = { timeout: 60_000, interval: 50 }

let stack: ChargeStack
let paguesafe: string
let asaas: string
beforeAll(async () => {
  stack = await startChargeStack()
  paguesafe = await stack.addAccount('PAGUESAFE')
  asaas = await stack.addAccount('ASAAS')
  await startQuickSweep(stack, { everyMs: 200 })
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

const db = () => stack.database.writer
const act = (provider: string, id: string, action: string) =>
  stack.control('POST', `/transactions/${provider}/${id}/${action}`)

/** Attempt 1 was given up although it had made a transaction; its late answer comes after attempt 2 made the charge's. */
async function withOrphan() {
  await stack.control('PUT', '/faults/PAGUESAFE/createTransaction', { fault: 'commitThenDrop', times: 1 })
  const timing = { unknownMs: 1_000, unreachableMs: 60_000, pollFirstMs: 3_600_000 }
  const { chargeId } = await stack.start([paguesafe, asaas], { timing })
  await vi.waitFor(async () => expect((await stack.charge(chargeId)).attention).not.toBeNull(), PATIENCE)
  const [attempt] = await stack.attempts(chargeId)
  const { data } = await stack.control<{ data: { id: string; reference: string }[] }>(
    'GET',
    '/transactions?provider=PAGUESAFE',
  )
  const orphan = data.find(({ reference }) => reference === attempt?.id.replaceAll('-', ''))?.id ?? ''
  await stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId)).signal(resolveSignal, { outcome: 'notCreated' })
  await vi.waitFor(async () => expect((await stack.charge(chargeId)).provider).toBe('ASAAS'), PATIENCE)
  const of = { accountId: paguesafe, transactionId: orphan, provider: 'PAGUESAFE', attempt: 1 }
  await applyTransition(db(), { chargeId, to: 'PENDING', cause: 'provider', key: 'late/1/PENDING', of })
  const isOrphan = and(eq(payments.chargeId, chargeId), eq(payments.transactionId, orphan))
  const [payment] = await db().select().from(payments).where(isOrphan)
  return { chargeId, orphan, payment: payment?.id ?? '', of }
}

const due = (id: string) => makeDue(stack, id)
const untilCharge = (chargeId: string, row: object) =>
  vi.waitFor(async () => expect(await stack.charge(chargeId)).toMatchObject(row), PATIENCE)

test('money that comes for an earlier attempt, goes back, and comes twice', async () => {
  const { chargeId, orphan, payment } = await withOrphan()
  // The charge's own code, which no buyer waits for any more, is not withdrawn before it is paid too.
  await stack.control('PUT', '/faults/ASAAS/cancelTransaction', { fault: 'serverError', times: 0 })
  await act('PAGUESAFE', orphan, 'pay')
  await due(payment)
  await untilCharge(chargeId, { status: 'APPROVED', attention: 'orphanPayment' })
  expect(await stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId)).result()).toEqual({ status: 'APPROVED' })

  const { transactionId } = await stack.charge(chargeId)
  await act('ASAAS', transactionId ?? '', 'pay')
  await due(chargeId)
  await untilCharge(chargeId, { status: 'APPROVED', attention: 'doublePayment' })

  await act('PAGUESAFE', orphan, 'chargeback')
  await due(payment)
  await vi.waitFor(async () => {
    const [row] = await db().select().from(payments).where(eq(payments.id, payment))
    expect(row?.state).toBe('CHARGEBACK')
  }, PATIENCE)
})

test("its charge's workflow is told by the sweep where the process that would have told it died", async () => {
  const { chargeId, payment, of } = await withOrphan()
  await applyTransition(db(), { chargeId, to: 'APPROVED', cause: 'poll', key: `poll/${payment}/APPROVED`, of })
  await noteToldLongAgo(stack, payment)
  expect(await stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId)).result()).toEqual({ status: 'APPROVED' })
})

test("the charge's own payment has one reading, the charge's", async () => {
  const { chargeId, creation } = await stack.start([asaas], { timing: { pollFirstMs: 3_600_000 } })
  expect(await creation).toEqual({ outcome: 'created' })
  const rows = await db()
    .select({ kind: readings.kind })
    .from(readings)
    .innerJoin(payments, eq(payments.chargeId, chargeId))
    .where(sql`${readings.id} IN (${payments.id}, ${payments.chargeId})`)
  expect(rows).toEqual([{ kind: 'charge' }])
})
