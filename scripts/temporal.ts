/** The official Temporal dev server, as our child process. */
import { Connection } from '@temporalio/client'
import { closeFile, inPrivate } from './support/private.ts'
import { type ManagedProcess, startProcess } from './support/processes.ts'
import { waitFor } from './support/wait.ts'

/** As `--search-attribute` and as the operator service spell them; workflows/messages.ts has the typed keys. */
export const SEARCH_ATTRIBUTE_TYPES = {
  Provider: 'Keyword',
  PlatformId: 'Keyword',
  Status: 'Keyword',
  NeedsAttention: 'Bool',
} as const

export interface TemporalOptions {
  /** From `findTemporal`. */
  binary: string
  port: number
  /** Without it there is no Temporal Web. */
  uiPort?: number
  /** Without it everything is in memory and gone with the process. */
  databaseFile?: string
  /** Where Temporal Web has payloads decrypted. */
  codecEndpoint?: string
  onLine?: (line: string) => void
}

export interface RunningTemporal {
  process: ManagedProcess
  address: string
}

/** Starts the server and waits until its default namespace can be used. */
export async function startTemporal(options: TemporalOptions): Promise<RunningTemporal> {
  const { binary, port, uiPort, databaseFile, codecEndpoint } = options
  if (databaseFile !== undefined) closeFile(databaseFile)
  const lastLines: string[] = []
  const process = await startProcess({
    name: 'temporal',
    ...inPrivate(binary, [
      'server',
      'start-dev',
      '--ip=127.0.0.1',
      `--port=${port}`,
      '--log-level=error',
      // The dev server has one shard, and the default of 20 polls a second delays every task by up to 50 ms.
      '--dynamic-config-value=history.transferProcessorMaxPollRPS=1000',
      '--dynamic-config-value=history.timerProcessorMaxPollRPS=1000',
      // Of the default of four partitions per task queue, one without a poller can keep a task waiting for two seconds.
      '--dynamic-config-value=matching.numTaskqueueReadPartitions=1',
      '--dynamic-config-value=matching.numTaskqueueWritePartitions=1',
      // A worker that asks for an activity it can run itself is given it with the answer. As docker/temporal-dynamic-config.yaml.
      '--dynamic-config-value=system.enableActivityEagerExecution=true',
      ...Object.entries(SEARCH_ATTRIBUTE_TYPES).map(([name, type]) => `--search-attribute=${name}=${type}`),
      ...(uiPort === undefined ? ['--headless'] : [`--ui-port=${uiPort}`]),
      ...(databaseFile === undefined ? [] : [`--db-filename=${databaseFile}`]),
      ...(codecEndpoint === undefined ? [] : [`--ui-codec-endpoint=${codecEndpoint}`]),
    ]),
    graceMs: 10_000,
    onLine: (line) => {
      lastLines.push(line)
      if (lastLines.length > 10) lastLines.shift()
      options.onLine?.(line)
    },
  })
  const address = `127.0.0.1:${port}`
  try {
    await waitFor(() => answers(address), {
      what: 'Temporal answering',
      timeoutMs: 120_000,
      everyMs: 100,
      abort: () => (process.running ? undefined : `the server ended:\n${lastLines.join('\n')}`),
    })
  } catch (error) {
    await process.stop()
    throw error
  }
  return { process, address }
}

async function answers(address: string): Promise<boolean> {
  const connection = await Connection.connect({ address, connectTimeout: 2000 })
  try {
    await connection.workflowService.describeNamespace({ namespace: 'default' })
    return true
  } finally {
    await connection.close()
  }
}
