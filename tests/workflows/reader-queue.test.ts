/** A reader that began on the queue of deliveries, before the readers had one of their own. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountReaderWorkflowId, dueSignal, resumeSignal, TASK_QUEUES } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { readNow, startPausedReader, unreadCharge } from '../support/readings.ts'

/** At which a reader continues as new. */
const LONGEST_HISTORY = 2_000
const AT_ONCE = 100

let stack: ChargeStack
beforeAll(async () => {
  stack = await startChargeStack({}, undefined, { sweeps: false })
})
afterAll(() => stack?.close())

test('it works on there, and its next run is on the readers’ own', async () => {
  const accountId = await stack.addAccount('ASAAS')
  const { platformId, temporal } = stack
  await startPausedReader(stack, { accountId, platformId }, TASK_QUEUES.deliveries)
  const { chargeId, act } = await unreadCharge(stack, accountId)
  const reader = temporal.workflow.getHandle(accountReaderWorkflowId(accountId))
  // Without a worker they are one task, which replays quickly.
  stack.worker.shutdown()
  await stack.worker.stopped
  while ((await reader.describe()).historyLength <= LONGEST_HISTORY) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => reader.signal(dueSignal)))
  }
  const before = await reader.describe()
  expect(before.taskQueue).toBe(TASK_QUEUES.deliveries)
  await stack.restartWorker()

  await act('pay')
  await reader.signal(resumeSignal)
  await readNow(stack, chargeId)
  await expect.poll(async () => (await stack.charge(chargeId)).status, { timeout: 60_000 }).toBe('APPROVED')
  const after = await reader.describe()
  expect(after.runId).not.toBe(before.runId)
  expect(after.taskQueue).toBe(TASK_QUEUES.recovery)
}, 180_000)
