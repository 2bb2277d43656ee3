/** News of a transaction that the charge does not show: what it may do to the charge, and what only an operator sees. */
import { and, eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startAgain } from '../../api/movement/start.ts'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { chargeAttempts, payments } from '../../db/schema/index.ts'
import { deliverWebhookEvent } from '../../inbox/deliver.ts'
import { type ChargeInput, chargeWorkflowId, WORKFLOW_TYPES } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { notify, storeNotice } from '../support/webhooks.ts'

let stack: ChargeStack
const accounts = { first: '', second: '' }

beforeAll(async () => {
  stack = await startChargeStack()
  accounts.first = await stack.addAccount('ASAAS', { baseUrl: 'http://127.0.0.1:1/asaas/v3' })
  accounts.second = await stack.addAccount('ASAAS')
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

const handleOf = (chargeId: string) => stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId))
const typesOf = async (chargeId: string) => (await stack.events(chargeId)).map(({ type }) => type)

type Whose = 'own' | 'orphan'

/** A charge whose first attempt was given up and answered late, beside one that is on its way at the second account. */
async function withOrphan() {
  const { chargeId, creation } = await stack.start([accounts.first, accounts.second])
  expect(await creation).toEqual({ outcome: 'created' })
  const orphan = `pay_${chargeId}`
  await stack.database.writer
    .update(chargeAttempts)
    .set({ transactionId: orphan })
    .where(and(eq(chargeAttempts.chargeId, chargeId), eq(chargeAttempts.number, 1)))
  const { transactionId } = await stack.charge(chargeId)
  const noticeOf = (whose: Whose, status: string) => ({
    accountId: whose === 'own' ? accounts.second : accounts.first,
    transactionId: whose === 'own' ? (transactionId ?? '') : orphan,
    status,
  })
  const say = (whose: Whose, status: string) => notify(stack, chargeId, noticeOf(whose, status))
  /** After the charge's workflow has ended. */
  const sayLate = async (whose: Whose, status: string) => {
    const eventId = await storeNotice(stack, noticeOf(whose, status))
    expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
    return stack.temporal.workflow.getHandle(`${chargeWorkflowId(chargeId)}/event/${eventId}`).result()
  }
  return { chargeId, say, sayLate }
}

test('that was paid while no workflow ran makes no payment of the own one', async () => {
  const { chargeId } = await withOrphan()
  const { transactionId } = await stack.charge(chargeId)
  await handleOf(chargeId).terminate('lost')
  const of = { accountId: accounts.first, transactionId: `pay_${chargeId}`, provider: 'ASAAS', attempt: 1 }
  const paid = { to: 'APPROVED', cause: 'poll', key: 'poll/APPROVED' } as const
  // Its code would be withdrawn at once.
  await stack.control('PUT', '/faults/ASAAS/cancelTransaction', { fault: 'serverError', times: 0 })
  await applyTransition(stack.database.writer, { chargeId, ...paid, of })
  await startAgain(stack.temporal, {
    workflowType: WORKFLOW_TYPES.charge,
    workflowId: chargeWorkflowId(chargeId),
    provider: 'ASAAS',
    input: {
      chargeId,
      platformId: stack.platformId,
      candidates: [{ accountId: accounts.second, provider: 'ASAAS' }],
      recovery: { attempt: 2, stands: 'created' },
    } as ChargeInput,
    isOpen: async () => true,
  })
  expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
  expect((await stack.charge(chargeId)).attentionReasons).toEqual(['orphanPayment'])
  const known = await stack.database.writer.select().from(payments).where(eq(payments.chargeId, chargeId))
  expect(known.find((one) => one.transactionId === transactionId)?.state).toBe('PENDING')
  await stack.keepHistory(chargeWorkflowId(chargeId), 'recovered-when-paid-by-an-orphan')
})

describe('an orphan', () => {
  test.each([
    { status: 'DELETED', written: 'paymentChanged', attention: null },
    { status: 'REFUNDED', written: 'needsAttention', attention: 'orphanPayment' },
    { status: 'CHARGEBACK_REQUESTED', written: 'needsAttention', attention: 'orphanPayment' },
  ] as const)('that is $status leaves the live transaction to its buyer', async ({ status, written, attention }) => {
    const { chargeId, say } = await withOrphan()
    await say('orphan', status)
    await vi.waitFor(async () => expect(await typesOf(chargeId)).toContain(written), 60_000)
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'PENDING', attention, refundedAmount: 0 })
    await say('own', 'RECEIVED')
    expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', attention })
  })

  test.each([
    { payer: 'own', second: 'orphan' },
    { payer: 'orphan', second: 'own' },
  ] as const)('only the payment by $payer can be taken back from the charge', async ({ payer, second }) => {
    const { chargeId, say, sayLate } = await withOrphan()
    await say(payer, 'RECEIVED')
    expect(await handleOf(chargeId).result()).toEqual({ status: 'APPROVED' })
    await sayLate(second, 'RECEIVED')
    // A reading may contradict the notices: at the fake provider neither was paid.
    const isAskedOfTwo = async () => (await stack.charge(chargeId)).attentionReasons.includes('doublePayment')
    expect(await isAskedOfTwo()).toBe(true)
    expect(await sayLate(second, 'REFUNDED')).toEqual({ status: 'APPROVED' })
    expect(await isAskedOfTwo()).toBe(false)
    expect(await stack.charge(chargeId)).toMatchObject({ status: 'APPROVED', refundedAmount: 0 })
    expect(await sayLate(payer, 'REFUNDED')).toEqual({ status: 'REFUNDED' })
    expect(await stack.charge(chargeId)).toMatchObject({ refundedAmount: 5000 })
  })
})
