/** Watches what we stand on, over connections of its own: a busy pool must not look like a dead database. */
import type { Client } from '@temporalio/client'
import proto from '@temporalio/proto'
import fp from 'fastify-plugin'
import { connectDatabase } from '../../../db/client.ts'
import { isMigrated } from '../../../db/migrate.ts'
import { TASK_QUEUES } from '../../../workflows/messages.ts'
import { createProbe, type Probe } from '../../health.ts'

declare module 'fastify' {
  interface FastifyInstance {
    health: { database: Probe; temporal: Probe; worker: Probe }
  }
}

/** A question to Temporal ends so much before its answer is waited for no longer. */
const RPC_ENDS_BEFORE_MS = 100
/** A worker asks for work at least once a minute; one that has not is gone, though the server still lists it. */
const POLLER_FRESH_MS = 75_000
const { TaskQueueType } = proto.temporal.api.enums.v1

export default fp(
  async (app) => {
    const { settings, temporal, healthWaitMs } = app
    const rpcMs = healthWaitMs - RPC_ENDS_BEFORE_MS
    const pool = connectDatabase({ databaseUrl: settings.databaseUrl, maxConnections: 1 })
    const health = {
      database: createProbe(() => isMigrated(pool), healthWaitMs),
      temporal: createProbe(async () => {
        const namespace = settings.temporalNamespace
        await within(temporal, rpcMs, () => temporal.workflowService.describeNamespace({ namespace }))
        return true
      }, healthWaitMs),
      worker: createProbe(() => hasWorker(temporal, settings.temporalNamespace, rpcMs), healthWaitMs),
    }
    const probes = Object.values(health)
    app.decorate('health', health)
    app.addHook('onReady', async () => {
      await Promise.all(probes.map((probe) => probe.refresh()))
      for (const probe of [health.database, health.temporal]) probe.start()
    })
    app.addHook('onClose', async () => {
      await Promise.all([pool.close(), ...probes.map((probe) => probe.stop())])
    })
  },
  { name: 'health' },
)

async function hasWorker(temporal: Client, namespace: string, rpcMs: number): Promise<boolean> {
  const { pollers } = await within(temporal, rpcMs, () =>
    temporal.workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name: TASK_QUEUES.charges },
      taskQueueType: TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW,
    }),
  )
  const oldest = Date.now() - POLLER_FRESH_MS
  return (pollers ?? []).some(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1000 >= oldest)
}

const within = <T>(temporal: Client, rpcMs: number, call: () => Promise<T>) =>
  temporal.connection.withDeadline(Date.now() + rpcMs, call)
