/** Everything that is measured, as real processes on free ports, and nothing of it left behind. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { migrateDatabase } from '../db/migrate.ts'
import { defined } from '../domain/defined.ts'
import { startPostgres } from '../scripts/postgres.ts'
import { seedDemo } from '../scripts/seed.ts'
import { newAdminKey, newMasterKey } from '../scripts/support/local-state.ts'
import { nodeLaunch } from '../scripts/support/parts.ts'
import { freePort } from '../scripts/support/ports.ts'
import { hasWorkers } from '../scripts/support/probes.ts'
import { stopAllProcesses } from '../scripts/support/processes.ts'
import type { Progress } from '../scripts/support/progress.ts'
import { findTemporal } from '../scripts/support/temporal-binary.ts'
import { waitFor } from '../scripts/support/wait.ts'
import { startTemporal } from '../scripts/temporal.ts'
import { READY_LINE } from './bare/messages.ts'

const DATABASE = 'trilho'
const LONGEST_LINE = 300
/** The line by which our worker says that it takes work. */
const WORKER_READY = 'worker ready'
/** The database role of the product's processes; ours is another, so that statements can be told apart. */
export const PRODUCT_ROLE = 'trilho'
const BENCH_ROLE = 'bench'

export interface Stack {
  /** What the product's processes run with. */
  env: NodeJS.ProcessEnv
  apiUrl: string
  sandboxUrl: string
  temporalAddress: string
  temporalNamespace: string
  adminApiKey: string
  /** With a role of the bench's own. */
  sql: postgres.Sql
  /** Process ids by name. */
  processes: Record<'temporal' | 'postgres' | 'sandbox' | 'worker' | 'api' | 'bareWorker', number>
  /** So many workers of ours in place of those there are, with these settings besides. */
  startWorkers(count: number, settings?: NodeJS.ProcessEnv): Promise<void>
  /** Ends every process started here and forgets the data. */
  stop(): Promise<void>
}

export interface StackOptions {
  say: Progress
  /** Folder for the CPU profiles of the API and the workers. */
  profile: string | undefined
  /** How long the bare workflow's activity takes; none when left out. */
  bareActivityMs?: number
}

/** Resolves when a charge can be made and the bare worker polls. */
export async function startStack({ say, profile, bareActivityMs = 0 }: StackOptions): Promise<Stack> {
  const dataDir = mkdtempSync(join(tmpdir(), 'trilho-bench-'))
  try {
    say('Starting PostgreSQL, Temporal (in memory), the fake providers, the worker, the API and the bare worker')
    const [database, temporal, sandbox] = await Promise.all([
      startDatabase(dataDir),
      findTemporal(say).then(async (binary) => startTemporal({ binary, port: await freePort() })),
      startSandbox(dataDir),
    ])
    const apiPort = await freePort()
    const apiUrl = `http://127.0.0.1:${apiPort}`
    const adminApiKey = newAdminKey()
    const env: NodeJS.ProcessEnv = {
      ...withoutSettings(process.env),
      DATABASE_URL: database.url,
      TEMPORAL_ADDRESS: temporal.address,
      TEMPORAL_NAMESPACE: 'default',
      PORT: String(apiPort),
      PUBLIC_URL: apiUrl,
      TRILHO_MASTER_KEY: newMasterKey(),
      TRILHO_ADMIN_API_KEY: adminApiKey,
      SANDBOX_URL: sandbox.url,
      // One caller stands for many sellers here. Notices keep the limit of their own that an installation has.
      REQUESTS_PER_MINUTE: '1000000',
      ...(profile === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profile}` }),
    }
    await seedDemo(env)

    const bareReady = Promise.withResolvers<void>()
    const show = (name: string, line: string) => {
      if (line.includes(READY_LINE)) bareReady.resolve()
      if (/"level":(50|60)|Error/.test(line)) say(`${name}: ${line.slice(0, LONGEST_LINE)}`)
    }
    const launch = (name: string, entry: string, health?: string, settings: NodeJS.ProcessEnv = {}) =>
      nodeLaunch({
        name,
        entry,
        env: { ...env, ...settings },
        onLine: show,
        ...defined({ health }),
      })()
    const workersReady = () =>
      waitFor(() => hasWorkers(temporal.address, 'default'), { what: 'The worker being ready', timeoutMs: 120_000 })
    const [worker, api, bareWorker] = await Promise.all([
      launch('worker', 'worker/main.ts'),
      launch('api', 'api/server.ts', `${apiUrl}/health/live`),
      launch('bare worker', 'bench/bare/worker.ts', undefined, { BENCH_BARE_ACTIVITY_MS: String(bareActivityMs) }),
    ])
    await Promise.all([
      workersReady(),
      Promise.race([
        bareReady.promise,
        bareWorker.exited.then(() => Promise.reject(new Error('The bare worker ended'))),
      ]),
    ])
    let workers = [worker]
    return {
      env,
      apiUrl,
      sandboxUrl: sandbox.url,
      temporalAddress: temporal.address,
      temporalNamespace: 'default',
      adminApiKey,
      sql: database.sql,
      processes: {
        temporal: temporal.process.pid,
        postgres: database.pid,
        sandbox: sandbox.pid,
        worker: worker.pid,
        api: api.pid,
        bareWorker: bareWorker.pid,
      },
      startWorkers: async (count, settings = {}) => {
        await Promise.all(workers.map((one) => one.stop()))
        const ready = Array.from({ length: count }, () => Promise.withResolvers<void>())
        workers = await Promise.all(
          ready.map(({ resolve }, index) =>
            nodeLaunch({
              name: `worker ${index + 1}`,
              entry: 'worker/main.ts',
              env: { ...env, ...settings },
              onLine: (name, line) => {
                show(name, line)
                if (line.includes(WORKER_READY)) resolve()
              },
            })(),
          ),
        )
        await Promise.all(ready.map(({ promise }) => promise))
      },
      stop: async () => {
        await database.sql.end({ timeout: 1 })
        await Promise.all([...workers, api, bareWorker].map((one) => one.stop()))
        await stopAllProcesses()
        rmSync(dataDir, { recursive: true, force: true })
      },
    }
  } catch (error) {
    await stopAllProcesses()
    rmSync(dataDir, { recursive: true, force: true })
    throw error
  }
}

/** Durable, as in production, and counting statements: that library is loaded only when the server starts. */
async function startDatabase(dataDir: string) {
  const port = await freePort()
  const first = await startPostgres({ dataDir, port })
  await first.ensureDatabase(DATABASE)
  const setup = postgres(first.url(DATABASE), { max: 1, onnotice: () => {} })
  await setup.unsafe(`ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'`)
  await setup.unsafe(`CREATE ROLE ${BENCH_ROLE} SUPERUSER LOGIN PASSWORD '${BENCH_ROLE}'`)
  await setup.end()
  await first.process.stop()

  const server = await startPostgres({ dataDir, port })
  const url = server.url(DATABASE)
  await migrateDatabase(url)
  const ours = new URL(url)
  ours.username = BENCH_ROLE
  ours.password = BENCH_ROLE
  const sql = postgres(ours.toString(), { max: 4, onnotice: () => {} })
  await sql`CREATE EXTENSION pg_stat_statements`
  return { url, sql, pid: server.process.pid }
}

async function startSandbox(dataDir: string) {
  const [port, tlsPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const child = await nodeLaunch({
    name: 'sandbox',
    entry: 'sandbox/main.ts',
    env: {
      ...withoutSettings(process.env),
      HOST: '127.0.0.1',
      SANDBOX_PORT: String(port),
      SANDBOX_TLS_PORT: String(tlsPort),
      TRILHO_DATA_DIR: dataDir,
    },
    health: `${url}/_control/health`,
    onLine: () => {},
  })()
  return { url, pid: child.pid }
}

/** What the person's shell has set for the product is not what is measured. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const ours = /^(DATABASE_|TEMPORAL_|TRILHO_|SANDBOX_|PORT$|HOST$|PUBLIC_URL$|LOG_LEVEL$|NODE_ENV$|TRUST_PROXY$)/
  return Object.fromEntries(Object.entries(env).filter(([name]) => !ours.test(name)))
}
