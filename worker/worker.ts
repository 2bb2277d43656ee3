/** One Worker per task queue, over one connection, with one copy of the workflow bundle. */
import { setTimeout as sleep } from 'node:timers/promises'
import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker'
import type { Logger } from 'pino'
import { createActivities } from '../activities/index.ts'
import type { Settings } from '../config/env.ts'
import { deriveKey } from '../config/keys.ts'
import { connectDatabase } from '../db/client.ts'
import { refuseDemoOnceUp } from '../db/refuse-demo.ts'
import { defined } from '../domain/defined.ts'
import { RHYTHM, type Rhythm } from '../domain/poll-rhythm.ts'
import { openSecrets, webhookAddress } from '../gateway/account-secrets.ts'
import { createHttpClient } from '../gateway/http-client.ts'
import { createShares } from '../gateway/shares.ts'
import { createMailer } from '../mail/smtp.ts'
import { createStorage } from '../storage/create.ts'
import { tracing } from '../telemetry/tracing.ts'
import { reachedAt, temporalClient } from '../temporal/client.ts'
import { dataConverter } from '../temporal/data-converter.ts'
import { TASK_QUEUES } from '../workflows/messages.ts'
import { workflowBundle } from './bundle.ts'
import { followDeliveryQueue } from './delivery-queue.ts'
import { followInbox } from './inbox.ts'
import { measureWait } from './measure-wait.ts'
import { createWorkerMetrics, serveMetrics } from './metrics.ts'
import { refuseUnsealed } from './refuse-unsealed.ts'
import { installRuntime } from './runtime.ts'
import { shareSlots } from './share-slots.ts'
import { ensureSweep } from './start-sweep.ts'
import { sinksOf, traceActivity } from './traced.ts'
import { TUNING } from './tuning.ts'

export interface RunningWorker {
  shutdown(): void
  /** Resolves once all running work is finished and every connection is closed. */
  stopped: Promise<void>
}

export interface Patience {
  /** Milliseconds before a provider counts as not answering. */
  httpTimeoutMs: number
  /** The same for a request that moves money. Longer than the API waits, so that a late answer is still recorded. */
  moneyTimeoutMs: number
  /**
   * Milliseconds before an absence is accepted for a request that was cut off. Longer than any run can still be sending: a run begins to
   * send within fifteen seconds, and its answer's body may take another `httpTimeoutMs`.
   */
  settleMs: number
  /** How often open movements are read. */
  rhythm: Rhythm
}

const PATIENCE: Patience = { httpTimeoutMs: 10_000, moneyTimeoutMs: 20_000, settleMs: 45_000, rhythm: RHYTHM }

/** For the sweep's round, and one that goes on after its time: nothing else has activities there. */
const RECOVERY_SLOTS = 4

/** @param workflows a bundle that exists already, because bundling takes seconds; `debugMode` runs them on this thread. */
export async function startWorker(
  settings: Settings,
  logger: Logger,
  changes: Partial<Patience> = {},
  workflows: Pick<WorkerOptions, 'workflowBundle' | 'debugMode'> = {},
): Promise<RunningWorker> {
  const patience = { ...PATIENCE, ...changes }
  installRuntime(logger)
  const traced = tracing()
  const [connection, bundle] = await Promise.all([
    connect(settings, logger),
    workflows.workflowBundle ?? workflowBundle(logger, Boolean(traced)),
  ])
  const database = connectDatabase({ ...settings, maxConnections: 20 })
  const { production, testProvidersUrl } = settings
  if (production) await refuseDemoOnceUp(database)
  const sealKey = deriveKey(settings.masterKey, 'seal')
  const timeouts = { timeoutMs: patience.httpTimeoutMs, moneyTimeoutMs: patience.moneyTimeoutMs }
  const never = production ? testProvidersUrl : undefined
  const http = createHttpClient({ ...timeouts, publicOnly: production, never })
  const testHttp = createHttpClient({ ...timeouts, only: testProvidersUrl ?? null })
  const sellerHttp = createHttpClient({ ...timeouts, publicOnly: production, never })
  const temporal = temporalClient(settings)
  const metrics = createWorkerMetrics()
  const metricsServer =
    settings.workerMetricsPort === undefined
      ? undefined
      : serveMetrics(metrics.registry, settings.host, settings.workerMetricsPort)
  const stopping = new AbortController()
  const mailer = settings.mail && createMailer(settings.mail)
  const activities = createActivities({
    database,
    temporal,
    sealKey,
    linkKeys: deriveKey(settings.masterKey, 'link'),
    http,
    testHttp,
    sellerHttp,
    storage: createStorage(settings),
    mailer,
    providerRequests: settings.providerRequests,
    deliveries: createShares(settings.workerSlots.deliveries),
    sellerEventDays: settings.sellerEventDays,
    providerRecordDays: settings.providerRecordDays,
    settleMs: patience.settleMs,
    rhythm: patience.rhythm,
    stopping: stopping.signal,
    logger,
    metrics,
    webhookUrl: (account) => webhookAddress(settings.publicUrl, account.provider, openSecrets(account, sealKey)),
    publicUrl: settings.publicUrl,
  })

  const common: WorkerOptions = {
    connection,
    namespace: settings.temporalNamespace,
    taskQueue: TASK_QUEUES.charges,
    activities,
    dataConverter: dataConverter(settings.masterKey, 'mark'),
    ...defined({ sinks: traced ? sinksOf(traced) : undefined, debugMode: workflows.debugMode }),
    ...TUNING,
  }
  const workerSlots = { ...settings.workerSlots, recovery: RECOVERY_SLOTS }
  const slotsOf = (queue: keyof typeof TASK_QUEUES): Partial<WorkerOptions> => ({
    taskQueue: TASK_QUEUES[queue],
    maxConcurrentActivityTaskExecutions: workerSlots[queue],
    interceptors: {
      activity: [
        measureWait(metrics),
        refuseUnsealed,
        shareSlots(workerSlots[queue]),
        ...(traced ? [traceActivity] : []),
      ],
    },
  })
  const workers = await Promise.all([
    Worker.create({ ...common, ...slotsOf('charges'), workflowBundle: bundle }),
    Worker.create({ ...common, ...slotsOf('polling') }),
    Worker.create({ ...common, ...slotsOf('deliveries'), workflowBundle: bundle }),
    Worker.create({ ...common, ...slotsOf('recovery'), workflowBundle: bundle }),
  ])
  const runs = Promise.all(workers.map((worker) => worker.run()))
  await ensureSweep(temporal)
  const unfollow = [
    followDeliveryQueue({ database, temporal, logger, mailer }),
    followInbox({ database, temporal, logger }),
  ]

  return {
    shutdown: () => {
      stopping.abort()
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown()
    },
    stopped: runs.then(async () => {
      await Promise.all(unfollow.map((stop) => stop()))
      http.close()
      sellerHttp.close()
      testHttp.close()
      metricsServer?.close()
      await Promise.all([database.close(), temporal.connection.close(), connection.close()])
    }),
  }
}

/** Retries, because Temporal may start after the worker. */
async function connect(settings: Settings, logger: Logger): Promise<NativeConnection> {
  for (let delay = 250; ; delay = Math.min(delay * 2, 5_000)) {
    try {
      return await NativeConnection.connect(reachedAt(settings))
    } catch (error) {
      logger.warn({ err: error, address: settings.temporalAddress }, 'Temporal cannot be reached yet')
      await sleep(delay)
    }
  }
}
