/** The runbook's step behind the deployment of a version from before a task queue: what waits there is ended, and begins anew. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { RunningWorker } from '../../worker/worker.ts'
import { accountReaderWorkflowId, TASK_QUEUES } from '../../workflows/messages.ts'
import { type ChargeStack, HASTE, startChargeStack } from '../support/charge-stack.ts'
import { setReading, unreadCharge } from '../support/readings.ts'
import { commandWith, inShell } from '../support/runbook.ts'

/** The runbook's two minutes, and what a busy machine takes. */
const ANEW = { timeout: 180_000, interval: 1_000 }

let stack: ChargeStack
let previous: RunningWorker | undefined
beforeAll(async () => {
  stack = await startChargeStack()
})
afterAll(async () => {
  previous?.shutdown()
  await previous?.stopped
  await stack?.close()
})

/** Its sweep and its readers are on the queue of deliveries, and it has no worker on another's. */
async function deployPrevious(): Promise<void> {
  vi.doMock('../../workflows/messages.ts', async (original) => {
    const today = await original<typeof import('../../workflows/messages.ts')>()
    return { ...today, TASK_QUEUES: { ...today.TASK_QUEUES, recovery: today.TASK_QUEUES.deliveries } }
  })
  vi.doMock('@temporalio/worker', async (original) => {
    const library = await original<typeof import('@temporalio/worker')>()
    const taken = new Set<string>()
    const create: typeof library.Worker.create = (options) => {
      const { taskQueue } = options
      // The queue that it does not have is this one by name: a worker is asked for twice.
      const isTaken = taken.has(taskQueue)
      taken.add(taskQueue)
      return library.Worker.create({ ...options, taskQueue: isTaken ? 'of nothing' : taskQueue })
    }
    return { ...library, Worker: { create } }
  })
  vi.resetModules()
  const { startTestWorker: startPrevious } = await import('../support/worker.ts')
  previous = await startPrevious(stack.settings, stack.logger, HASTE)
}

const runningOn = async (queue: string) => {
  const found: string[] = []
  const query = `ExecutionStatus = "Running" AND TaskQueue = "${queue}"`
  for await (const { workflowId } of stack.temporal.workflow.list({ query })) found.push(workflowId)
  return found
}

test('what waits on a queue that it does not have begins anew on the old one', async () => {
  const accountId = await stack.addAccount('ASAAS')
  const { chargeId, act } = await unreadCharge(stack, accountId)
  const reader = accountReaderWorkflowId(accountId)
  const waiting = [reader, expect.stringMatching(/^sweep/)]
  await expect.poll(() => runningOn(TASK_QUEUES.recovery)).toEqual(expect.arrayContaining(waiting))
  stack.worker.shutdown()
  await stack.worker.stopped
  await act('pay')
  await setReading(stack, chargeId, { nextReadAt: sql`now()` })
  await deployPrevious()
  expect(await runningOn(TASK_QUEUES.deliveries)).toEqual([])

  const printed = await inShell(stack, commandWith('workflow terminate', `"${TASK_QUEUES.recovery}"`))
  expect(printed).toContain('approximately 2 workflow(s)')
  await expect.poll(() => runningOn(TASK_QUEUES.deliveries), ANEW).toEqual(expect.arrayContaining(waiting))
  await expect.poll(async () => (await stack.charge(chargeId)).status).toBe('APPROVED')
}, 300_000)
