/** What is to be delivered has waited for a place again and again, and then its worker dies, or its database is away. */
import { Context } from '@temporalio/activity'
import { ApplicationFailure } from '@temporalio/common'
import { NativeConnection, Worker } from '@temporalio/worker'
import pino from 'pino'
import { expect, inject, test } from 'vitest'
import { temporalClient } from '../../temporal/client.ts'
import { dataConverter } from '../../temporal/data-converter.ts'
import { installRuntime } from '../../worker/runtime.ts'
import { TASK_QUEUES, WORKFLOW_TYPES } from '../../workflows/messages.ts'
import { createLocalSettings } from '../support/settings.ts'
import { freshNamespace } from '../support/stack.ts'

/** Of waits for a place: doubled so often, five seconds are minutes. */
const WAITS = 7
const LONGEST_SECONDS = 60

test.each([WORKFLOW_TYPES.webhookDelivery, WORKFLOW_TYPES.mailDelivery])(
  '%s goes on within a minute, however often it had waited',
  async (type) => {
    const { drop, ...namespace } = await freshNamespace()
    const settings = createLocalSettings({ databaseUrl: 'unused', ...namespace })
    installRuntime(pino({ level: 'silent' }))
    const { workflow, connection } = temporalClient(settings)
    const native = await NativeConnection.connect({ address: settings.temporalAddress })
    const attempt = () => {
      if (Context.current().info.attempt > WAITS) throw new Error('The database is away')
      throw ApplicationFailure.create({ type: 'RateLimited', nextRetryDelay: 1 })
    }
    const taskQueue = TASK_QUEUES.deliveries
    try {
      const worker = await Worker.create({
        connection: native,
        namespace: settings.temporalNamespace,
        taskQueue,
        workflowBundle: { codePath: inject('workflowBundlePath') },
        activities: { deliverToSeller: attempt, sendMail: attempt },
        dataConverter: dataConverter(settings.masterKey, 'mark'),
      })
      await worker.runUntil(async () => {
        const handle = await workflow.start(type, { taskQueue, workflowId: 'delivery', args: [{}] })
        const pending = async () => (await handle.describe()).raw.pendingActivities?.[0]
        await expect.poll(async () => (await pending())?.attempt).toBe(WAITS + 2)
        expect(Number((await pending())?.currentRetryInterval?.seconds)).toBeLessThanOrEqual(LONGEST_SECONDS)
      })
    } finally {
      await Promise.all([connection.close(), native.close()])
      await drop()
    }
  },
)
