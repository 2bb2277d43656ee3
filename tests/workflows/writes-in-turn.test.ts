/** A history in which two things wrote at once is replayed: a worker that takes the workflow over does the same as the one before. */
import { fileURLToPath } from 'node:url'
import { Client, Connection } from '@temporalio/client'
import { type InjectedSinks, NativeConnection, Worker } from '@temporalio/worker'
import pino from 'pino'
import { expect, test } from 'vitest'
import { workflowBundle } from '../../worker/bundle.ts'
import { installRuntime } from '../../worker/runtime.ts'
import { freshNamespace } from '../support/stack.ts'
import type { Telling, Work } from './writes-in-turn/workflows.ts'

const WORKFLOWS = fileURLToPath(new URL('./writes-in-turn/workflows.ts', import.meta.url))
const QUEUE = { taskQueue: 'together', workflowId: 'together' } as const

test('what writes beside another does the same in a replay', async () => {
  const { temporalNamespace: namespace, temporalAddress: address, drop } = await freshNamespace()
  const logger = pino({ level: 'silent' })
  installRuntime(logger)
  const connection = await Connection.connect({ address })
  const native = await NativeConnection.connect({ address })
  const bundle = await workflowBundle(logger, false, WORKFLOWS)
  // The second write ends only after the workflow has gone on from the first.
  const shown = Promise.withResolvers<void>()
  const activities: Work = {
    write: (what) => (what === 'second' ? shown.promise : Promise.resolve()),
    ask: () => Promise.resolve(),
  }
  const sinks: InjectedSinks<Telling> = { test: { shown: { fn: () => shown.resolve() } } }
  try {
    const { workflow } = new Client({ connection, namespace })
    const { taskQueue } = QUEUE
    const worker = await Worker.create({
      connection: native,
      namespace,
      taskQueue,
      workflowBundle: bundle,
      activities,
      sinks,
    })
    await worker.runUntil(workflow.execute('together', QUEUE))
    const history = await workflow.getHandle(QUEUE.workflowId).fetchHistory()
    await expect(
      Worker.runReplayHistory({ workflowBundle: bundle }, history, QUEUE.workflowId),
    ).resolves.toBeUndefined()
  } finally {
    await Promise.all([connection.close(), native.close()])
    await drop()
  }
})
