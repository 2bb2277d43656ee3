/** Questions to the running parts, for those who wait for them. */
import { Connection } from '@temporalio/client'
import { readTemporalAccess } from '../../config/temporal.ts'
import { reachedAt } from '../../temporal/client.ts'
import { TASK_QUEUES } from '../../workflows/messages.ts'
import { registerNamespace } from './namespaces.ts'
import type { ManagedProcess } from './processes.ts'
import { type Progress, sayNothing, withProgress } from './progress.ts'
import { waitFor } from './wait.ts'

/** True when a GET of `url` is answered 2xx. */
export async function succeeds(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(5000) })
  await answer.body?.cancel()
  return answer.ok
}

/**
 * Waits until `check` holds, for as long as the process runs: stopping one that is only slow would make it begin again, and again be slow.
 * @param say told each minute that it is still waited for.
 * @throws Error when the process ends first.
 */
export async function untilReady(
  child: ManagedProcess,
  what: string,
  check: () => Promise<boolean>,
  say: Progress = sayNothing,
): Promise<void> {
  const untilIt = () =>
    waitFor(check, {
      what,
      everyMs: 100,
      timeoutMs: Number.POSITIVE_INFINITY,
      abort: () => (child.running ? undefined : `the ${child.name} process has ended; its last lines are above`),
    })
  await withProgress(say, what, untilIt, { everyMs: 60_000 })
}

/** True once a worker takes charges from the queue. */
export function hasWorkers(address: string, namespace: string): Promise<boolean> {
  return withConnection(address, async (connection) => {
    const { pollers } = await connection.workflowService.describeTaskQueue({
      namespace,
      taskQueue: { name: TASK_QUEUES.charges },
      taskQueueType: 1,
    })
    return (pollers?.length ?? 0) > 0
  })
}

/** A Temporal that we were given may be a bare one. */
export function prepareNamespace(address: string, namespace: string): Promise<void> {
  return withConnection(address, (connection) => registerNamespace(connection, namespace))
}

async function withConnection<T>(address: string, use: (connection: Connection) => Promise<T>): Promise<T> {
  const temporalAccess = readTemporalAccess(process.env, [])
  const connection = await Connection.connect(reachedAt({ temporalAddress: address, temporalAccess }))
  try {
    return await use(connection)
  } finally {
    await connection.close()
  }
}
