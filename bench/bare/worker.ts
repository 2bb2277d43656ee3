/** The bare workflow's own worker process: our tuning, no codec, no database. */
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { bundleWorkflowCode, NativeConnection, Worker } from '@temporalio/worker'
import pino from 'pino'
import { readSettings, WORKER_SLOTS } from '../../config/env.ts'
import { installRuntime } from '../../worker/runtime.ts'
import { TUNING } from '../../worker/tuning.ts'
import { BARE_TASK_QUEUE, READY_LINE } from './messages.ts'

const settings = readSettings()
const quiet = () => {}
installRuntime(pino({ level: 'warn' }))
const connection = await NativeConnection.connect({ address: settings.temporalAddress })
const worker = await Worker.create({
  ...TUNING,
  connection,
  namespace: settings.temporalNamespace,
  taskQueue: BARE_TASK_QUEUE,
  maxConcurrentActivityTaskExecutions: WORKER_SLOTS.charges,
  activities: { nothing: () => sleep(Number(process.env.BENCH_BARE_ACTIVITY_MS ?? 0)) },
  workflowBundle: await bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('./workflow.ts', import.meta.url)),
    logger: { log: quiet, trace: quiet, debug: quiet, info: quiet, warn: quiet, error: console.error },
  }),
})
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => worker.shutdown())
console.log(READY_LINE)
await worker.run()
await connection.close()
