/** PostgreSQL from the binaries of an npm package, its data under our own data directory. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { defined } from '../domain/defined.ts'
import { assertSameMajor, findBinaries, makeCluster, passwordFile, releaseCluster } from './support/postgres-cluster.ts'
import { type ManagedProcess, type ProcessOptions, startProcess } from './support/processes.ts'
import { runAs } from './support/run-as.ts'
import { waitFor } from './support/wait.ts'

/** Anything but true is for tests: false where the data may be lost, else a server that loses its last second when it is killed. */
export type Durability = boolean | 'butTheLastSecond'

export interface PostgresOptions {
  /** Holds `postgres/` (the cluster) and `postgres.password`. Created when missing. */
  dataDir: string
  port: number
  durable?: Durability
  onLine?: (line: string) => void
}

export interface RunningPostgres {
  process: ManagedProcess
  /** Connection address of a database of this server. */
  url(database: string): string
  /** Creates the database unless it exists. */
  ensureDatabase(name: string): Promise<void>
}

/** The log line of a server started before the last process of a crashed one has ended. */
const STILL_IN_USE = 'is still in use'

/**
 * Creates the cluster at the first start, then starts the server and waits until it answers.
 * @throws Error with a message for the operator: another major version's data, another server on the same data, no usable account.
 */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const { dataDir, port, durable = true, onLine } = options
  const binaries = await findBinaries()
  const cluster = join(dataDir, 'postgres')
  mkdirSync(dataDir, { recursive: true })
  const runner = runAs(cluster, binaries.postgres)
  if (!existsSync(cluster)) makeCluster(cluster, binaries, runner)
  assertSameMajor(cluster, binaries)
  await releaseCluster(cluster)

  const password = readFileSync(passwordFile(cluster), 'utf8').trim()
  const url = (database: string) => `postgres://trilho:${password}@127.0.0.1:${port}/${database}`
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=300',
    ...settingsOf(durable),
  ].flatMap((setting) => ['-c', setting])
  const [command, ...args] = runner.command([binaries.postgres, '-D', cluster, '-p', String(port), ...settings])
  const server: ProcessOptions = {
    name: 'postgres',
    command,
    args,
    ...runner.ids,
    env: { ...globalThis.process.env, LC_ALL: 'C' },
    // Smart shutdown (SIGTERM) would wait for every client; fast shutdown is clean too.
    stopSignal: 'SIGINT',
    ...defined({ onLine }),
  }
  const process = await launch(server, url('postgres'))
  return {
    process,
    url,
    ensureDatabase: (name) =>
      query(url('postgres'), async (sql) => {
        const [found] = await sql`SELECT 1 FROM pg_database WHERE datname = ${name}`
        if (!found) await sql`CREATE DATABASE ${sql(name)}`
      }),
  }
}

function settingsOf(durable: Durability): string[] {
  if (durable === 'butTheLastSecond') {
    return ['synchronous_commit=off', 'wal_writer_delay=1000ms', 'wal_writer_flush_after=1GB']
  }
  return durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
}

/** Starts the server and waits until it answers; tries again while remains of a crashed one are still ending. */
async function launch(server: ProcessOptions, url: string): Promise<ManagedProcess> {
  for (let patience = 20; ; patience -= 1) {
    const lines: string[] = []
    const process = await startProcess({
      ...server,
      onLine: (line, stream) => {
        lines.push(line)
        if (lines.length > 10) lines.shift()
        server.onLine?.(line, stream)
      },
    })
    try {
      await waitFor(() => query(url, (sql) => sql`SELECT 1`), {
        what: 'PostgreSQL answering',
        abort: () => (process.running ? undefined : `the server ended:\n${lines.join('\n')}`),
      })
      return process
    } catch (error) {
      await process.stop()
      if (patience === 0 || !lines.some((line) => line.includes(STILL_IN_USE))) throw error
      await sleep(500)
    }
  }
}

async function query<T>(url: string, run: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} })
  try {
    return await run(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}
