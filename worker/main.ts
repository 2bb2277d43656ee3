/** The worker process: runs until SIGTERM or SIGINT, then finishes running work. */
import { readSettings } from '../config/env.ts'
import { processLogger } from '../telemetry/logger.ts'
import { startTracing } from '../telemetry/tracing.ts'
import { startWorker } from './worker.ts'

const settings = readSettings()
const logger = processLogger('worker', settings)
const traces = startTracing(settings.tracesEndpoint, 'trilho-worker')
const worker = await startWorker(settings, logger)
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => worker.shutdown())
/** The local stack starts the worker as a child process; the worker stops with it. */
process.once('disconnect', () => worker.shutdown())
logger.info('worker ready')
await worker.stopped
await traces?.stop()
