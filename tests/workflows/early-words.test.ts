/** An operator calls not created what may still be under way: a search finds nothing yet, and no longer than that is it believed. */
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { providerAccounts } from '../../db/schema/index.ts'
import { chargeWorkflowId, decideUpdate, disbursementWorkflowId } from '../../workflows/messages.ts'
import { type ChargeStack, HASTE, startChargeStack } from '../support/charge-stack.ts'
import { disbursementOf, HASTY, startWithdrawal, untilAttention } from '../support/disbursements.ts'

const SETTLE_MS = 600_000
const timing = { unknownMs: 300 }

let stack: ChargeStack
let asaas: string
beforeAll(async () => {
  stack = await startChargeStack({}, { ...HASTE, settleMs: SETTLE_MS })
  asaas = await stack.addAccount('ASAAS')
})
afterEach(() => stack.control('DELETE', '/faults'))
afterAll(() => stack?.close())

/** The provider has the movement, its answer is lost, and its search lags. */
async function losesAnswer(create: string, find: string): Promise<void> {
  await stack.control('PUT', `/faults/ASAAS/${create}`, { fault: 'commitThenDrop', times: 1 })
  await stack.control('PUT', `/faults/ASAAS/${find}`, { fault: 'stale', times: 0, delayMs: SETTLE_MS })
}

/** An operator's word, once the workflow waits before it believes it. */
async function word(workflowId: string): Promise<{ answer: Promise<unknown> }> {
  const handle = stack.temporal.workflow.getHandle(workflowId)
  const notCreated = { kind: 'resolve', outcome: 'notCreated', by: 'ana' } as const
  const answer = handle.executeUpdate(decideUpdate, { args: [notCreated] })
  const waits = vi.waitFor(async () => {
    const { events } = await handle.fetchHistory()
    const timers = events?.map((event) => Number(event.timerStartedEventAttributes?.startToFireTimeout?.seconds ?? 0))
    expect(Math.max(...(timers ?? []))).toBeGreaterThan(SETTLE_MS / 2_000)
  }, 60_000)
  await Promise.race([waits, answer.then((said) => expect.fail(`It was taken at once: ${JSON.stringify(said)}`))])
  return { answer }
}

test('a charge that its provider has after all is not given up, and no other is made', async () => {
  await losesAnswer('createTransaction', 'findTransaction')
  const { chargeId } = await stack.start([asaas], { timing })
  await vi.waitFor(async () => expect((await stack.charge(chargeId)).attention).toBe('unknownOutcome'), 60_000)
  const { answer } = await word(chargeWorkflowId(chargeId))
  await stack.control('DELETE', '/faults')
  expect(await answer).toMatchObject({ became: 'void' })
  expect(await stack.charge(chargeId)).toMatchObject({ status: 'PENDING', transactionId: expect.any(String) })
  expect(await stack.attempts(chargeId)).toMatchObject([{ outcome: 'created' }])
  await stack.keepHistory(chargeWorkflowId(chargeId), 'word-waited-for-a-search')
})

test.each([
  { keys: 'the same', name: 'withdrawal-word-waited-for-a-search' },
  { keys: 'changed', name: 'withdrawal-word-waited-under-other-keys' },
])('a withdrawal that its provider has after all is not called rejected: $keys keys', async ({ keys, name }) => {
  const account = await stack.addAccount('ASAAS')
  await losesAnswer('withdraw', 'findWithdraw')
  const { row } = await startWithdrawal(stack, [account], { timing: { ...HASTY, ...timing } })
  expect(await untilAttention(stack, row.id)).toBe('unknownOutcome')
  if (keys === 'changed') {
    await stack.database.writer.update(providerAccounts).set({ keysVersion: 2 }).where(eq(providerAccounts.id, account))
  }
  const workflowId = disbursementWorkflowId('withdrawal', row.id)
  const { answer } = await word(workflowId)
  await stack.control('DELETE', '/faults')
  expect(await answer).toEqual({ became: 'void', why: 'found' })
  expect(await disbursementOf(stack, row.id)).toMatchObject({ status: 'PENDING', externalId: expect.any(String) })
  await stack.keepHistory(workflowId, name)
})
