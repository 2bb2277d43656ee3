/** What a reading changed reaches the charge's workflow, and one that cannot hear it is shown to an operator. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { charges, payments, readings, receivers } from '../../db/schema/index.ts'
import { chargeWorkflowId, disbursementWorkflowId, receiverWorkflowId } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { disbursementOf, HASTY, startWithdrawal } from '../support/disbursements.ts'
import { makeDue, noteToldLongAgo } from '../support/readings.ts'
import { RECEIVER_ROW } from '../support/receivers.ts'
import { startStuck } from '../support/stuck-workflows.ts'
import { startQuickSweep } from '../support/sweeps.ts'

const PATIENCE = { timeout: 60_000, interval: 100 }
const LATER = { ...HASTY, pollFirstMs: 3_600_000 }

let stack: ChargeStack
let asaas: string
let bravive: string

beforeAll(async () => {
  stack = await startChargeStack()
  asaas = await stack.addAccount('ASAAS')
  bravive = await stack.addAccount('BRAVIVE')
  await startQuickSweep(stack, { everyMs: 200 })
})
afterAll(() => stack?.close())

const workflowOf = (chargeId: string) => stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId))
const toldLongAgo = (id: string) => noteToldLongAgo(stack, id)

async function created(): Promise<{ chargeId: string; transactionId: string }> {
  const { chargeId, creation } = await stack.start([asaas], { timing: { pollFirstMs: 3_600_000 } })
  expect(await creation).toEqual({ outcome: 'created' })
  return { chargeId, transactionId: (await stack.charge(chargeId)).transactionId ?? '' }
}

test('a workflow that cannot move leaves no payment unseen, and an operator is told of it', async () => {
  const { chargeId, transactionId } = await created()
  await startStuck(stack, chargeWorkflowId(chargeId))
  await stack.control('POST', `/transactions/ASAAS/${transactionId}/pay`)
  await makeDue(stack, chargeId)
  await vi.waitFor(async () => expect((await stack.charge(chargeId)).status).toBe('APPROVED'), PATIENCE)
  await toldLongAgo(chargeId)
  await vi.waitFor(async () => expect((await stack.charge(chargeId)).attention).toBe('workflowStuck'), PATIENCE)
  await workflowOf(chargeId).terminate()
}, 180_000)

test('a withdrawal that is over at its provider, and whose workflow cannot move, is shown too', async () => {
  const { row: disbursement, answer } = await startWithdrawal(stack, [bravive], { timing: LATER })
  expect(await answer).toEqual({ outcome: 'created' })
  const row = () => disbursementOf(stack, disbursement.id)
  await startStuck(stack, disbursementWorkflowId(disbursement.kind, disbursement.id))
  await stack.control('POST', `/withdrawals/BRAVIVE/${(await row()).externalId}/settle`)
  await makeDue(stack, disbursement.id)
  await vi.waitFor(async () => expect((await row()).status).toBe('APPROVED'), PATIENCE)
  await toldLongAgo(disbursement.id)
  await vi.waitFor(async () => expect((await row()).attention).toBe('workflowStuck'), PATIENCE)
  await stack.temporal.workflow.getHandle(disbursementWorkflowId(disbursement.kind, disbursement.id)).terminate()
}, 180_000)

test('a receiver whose workflow cannot move is shown too', async () => {
  const { writer } = stack.database
  const sent = {
    platformId: stack.platformId,
    providerAccountId: asaas,
    provider: 'ASAAS',
    creation: 'sending',
  } as const
  const [made] = await writer
    .insert(receivers)
    .values({ ...RECEIVER_ROW, ...sent })
    .returning()
  const id = made?.id ?? ''
  await startStuck(stack, receiverWorkflowId(id))
  const row = async () => (await writer.select().from(receivers).where(eq(receivers.id, id)))[0]
  await vi.waitFor(async () => expect(await row()).toMatchObject({ attention: 'workflowStuck' }), PATIENCE)
  await stack.temporal.workflow.getHandle(receiverWorkflowId(id)).terminate()
}, 180_000)

test('one that was never told, because the process that would have told it died, is told by the sweep', async () => {
  const { chargeId } = await created()
  const paid = { to: 'APPROVED', cause: 'poll', key: 'poll/APPROVED' } as const
  await applyTransition(stack.database.writer, { chargeId, ...paid })
  await toldLongAgo(chargeId)
  expect(await workflowOf(chargeId).result()).toEqual({ status: 'APPROVED' })
  expect((await stack.charge(chargeId)).attention).toBeNull()
})

test('one whose row has lost its transaction, of which its provider says nothing at first, is shown, keeps its own time, and finds its payment', async () => {
  // Shorter than what follows takes, and longer than a slow machine takes to lose the row.
  const timing = { pollFirstMs: 3_600_000, longestLifeMs: 14_000, graceMs: 200 }
  const { chargeId, creation } = await stack.start([asaas], { timing })
  expect(await creation).toEqual({ outcome: 'created' })
  const { transactionId } = await stack.charge(chargeId)
  // As often as it is asked while a buyer would wait.
  await stack.control('PUT', '/faults/ASAAS/readTransaction', { fault: 'serverError', times: 5 })
  const { writer } = stack.database
  await writer.transaction(async (tx) => {
    await tx.delete(readings).where(eq(readings.id, chargeId))
    await tx.delete(payments).where(eq(payments.chargeId, chargeId))
    const lost = {
      transactionId: null,
      providerAccountId: null,
      createdAt: sql`now() - interval '11 minutes'` as never,
    }
    await tx.update(charges).set(lost).where(eq(charges.id, chargeId))
  })
  await stack.control('POST', `/transactions/ASAAS/${transactionId}/pay`)
  expect(await workflowOf(chargeId).result()).toEqual({ status: 'APPROVED' })
  // Its money came for a transaction that the row did not know.
  const found = { status: 'APPROVED', transactionId, attention: 'orphanPayment' }
  expect(await stack.charge(chargeId)).toMatchObject(found)
  const asked = (await stack.events(chargeId)).filter(({ type }) => type === 'needsAttention')
  expect(asked.map(({ detail }) => detail?.reason)).toContain('unknownOutcome')
}, 120_000)

test('that one will be told is known before what it will be told of', async () => {
  const { chargeId, transactionId } = await created()
  const { writer } = stack.database
  // A transaction that would write it down behind the change dies in between.
  await writer.execute(sql`CREATE FUNCTION die_in_between() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF (SELECT status FROM charges WHERE id = NEW.id) <> 'PENDING' THEN RAISE EXCEPTION 'killed'; END IF;
      RETURN NEW;
    END $$`)
  await writer.execute(sql`CREATE TRIGGER die BEFORE UPDATE ON readings FOR EACH ROW
    WHEN (NEW.told_at IS NOT NULL AND NEW.told_at IS DISTINCT FROM OLD.told_at) EXECUTE FUNCTION die_in_between()`)
  await stack.control('POST', `/transactions/ASAAS/${transactionId}/pay`)
  await makeDue(stack, chargeId)
  await vi.waitFor(async () => expect((await stack.charge(chargeId)).status).toBe('APPROVED'), PATIENCE)
  await writer.execute(sql`DROP FUNCTION die_in_between CASCADE`)
  const [reading] = await writer.select().from(readings).where(eq(readings.id, chargeId))
  expect(reading?.toldAt).not.toBeNull()
  expect(await workflowOf(chargeId).result()).toEqual({ status: 'APPROVED' })
}, 120_000)
