/** The whole product on one machine: starts every service that the settings do not provide, in dependency order. */
import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { localCodecPath } from '../config/env.ts'
import { KEPT } from '../config/kept.ts'
import { localUrl, publicUrlOf } from '../config/own-address.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { defined } from '../domain/defined.ts'
import type { Durability } from './postgres.ts'
import { seedDemo } from './seed.ts'
import { ANY_PORTS, choosePorts, keptSecret, newAdminKey, newMasterKey, type RunLock } from './support/local-state.ts'
import { type Launch, type LineSink, nodeLaunch, postgresLaunch, temporalLaunch } from './support/parts.ts'
import { freePort } from './support/ports.ts'
import { hasWorkers, prepareNamespace, succeeds } from './support/probes.ts'
import type { Progress } from './support/progress.ts'
import { type Service, service } from './support/service.ts'
import { findTemporal } from './support/temporal-binary.ts'
import { waitFor } from './support/wait.ts'
import { buildWeb } from './support/web-build.ts'

export interface ProductOptions {
  dataDir: string
  lock: RunLock
  /** Settings as in docs/settings.md; what is missing is chosen here. */
  env: NodeJS.ProcessEnv
  /** Of the app. 0: any free one, instead of the remembered or default ones also for everything else. */
  port: number
  temporalWeb: boolean
  durable: Durability
  say: Progress
  onLine: LineSink
}

export interface ProductAddresses {
  app: string
  /** host:port of the gRPC service. */
  temporal: string
  temporalWeb: string | undefined
  database: string
  sandbox: string
}

export interface Product {
  addresses: ProductAddresses
  adminApiKey: string
  /** What the API and the worker run with. */
  env: NodeJS.ProcessEnv
  services: { sandbox: Service; worker: Service; api: Service; postgres?: Service; temporal?: Service }
  /** Stops everything in the right order, data safe. */
  stop(): Promise<void>
}

/**
 * Resolves when a charge can be made. If a step fails, the started processes are stopped.
 * @throws Error with a message for the operator.
 */
export async function startProduct(options: ProductOptions): Promise<Product> {
  const started: Service[] = []
  try {
    return await bringUp(options, started)
  } catch (error) {
    await stopInOrder(started)
    throw error
  }
}

async function bringUp(options: ProductOptions, started: Service[]): Promise<Product> {
  const { lock, say, env: given } = options
  // The servers' output during shutdown is not useful.
  let stopping = false
  const onLine: LineSink = (name, line) => {
    if (!stopping || !['postgres', 'temporal'].includes(name)) options.onLine(name, line)
  }
  const dataDir = resolve(options.dataDir)
  mkdirSync(dataDir, { recursive: true })
  const ports = await choosePorts(dataDir, options.port === 0 ? ANY_PORTS : {})
  const port = options.port === 0 ? await freePort() : options.port
  const local = localUrl(given.HOST, port)
  const app = publicUrlOf(given, port)
  const sandboxUrl = `http://127.0.0.1:${ports.sandbox}`

  const run = async (name: string, launch: Launch): Promise<Service> => {
    const made = service({ name, launch, say, onStarted: (pid) => lock.record(name, pid) })
    started.push(made)
    await made.start()
    return made
  }

  const upPostgres = async () => {
    let url = given.DATABASE_URL
    const found = (at: string) => {
      url = at
    }
    const part = { dataDir, port: ports.postgres, durable: options.durable, onLine }
    const made = url ? undefined : await run('postgres', postgresLaunch(part, found))
    say(`PostgreSQL: ${made ? `on port ${ports.postgres}` : 'given by DATABASE_URL'}; bringing its schema up to date`)
    await migrateDatabase(url as string)
    return { url: url as string, service: made }
  }

  const masterKey = given.TRILHO_MASTER_KEY || keptSecret(dataDir, KEPT.masterKey, newMasterKey)
  const codecEndpoint = app + localCodecPath([Buffer.from(masterKey, 'base64')])

  const upTemporal = async () => {
    if (given.TEMPORAL_ADDRESS) {
      await prepareNamespace(given.TEMPORAL_ADDRESS, given.TEMPORAL_NAMESPACE || 'default')
      return { address: given.TEMPORAL_ADDRESS, web: given.TEMPORAL_UI_URL, service: undefined }
    }
    const binary = await findTemporal(say)
    const web = options.temporalWeb ? { port: ports.temporalUi, codecEndpoint } : undefined
    const made = await run('temporal', temporalLaunch({ binary, dataDir, port: ports.temporal, web, onLine }))
    say(`Temporal: on port ${ports.temporal}`)
    return {
      address: `127.0.0.1:${ports.temporal}`,
      web: web && `http://127.0.0.1:${web.port}`,
      service: made,
    }
  }

  // Always on the loopback address, even if the app's HOST is another.
  const sandboxEnv = {
    ...given,
    HOST: '127.0.0.1',
    SANDBOX_PORT: String(ports.sandbox),
    SANDBOX_TLS_PORT: String(ports.sandboxTls),
    TRILHO_DATA_DIR: dataDir,
  }
  const [postgres, temporal, sandbox] = await Promise.all([
    upPostgres(),
    upTemporal(),
    run(
      'sandbox',
      nodeLaunch({
        name: 'sandbox',
        entry: 'sandbox/main.ts',
        env: sandboxEnv,
        health: `${sandboxUrl}/_control/health`,
        onLine,
      }),
    ),
    buildWeb(say),
  ])

  const namespace = given.TEMPORAL_NAMESPACE || 'default'
  const adminApiKey = given.TRILHO_ADMIN_API_KEY || keptSecret(dataDir, KEPT.adminKey, newAdminKey)
  const env: NodeJS.ProcessEnv = {
    ...given,
    DATABASE_URL: postgres.url,
    TEMPORAL_ADDRESS: temporal.address,
    TEMPORAL_NAMESPACE: namespace,
    ...defined({ TEMPORAL_UI_URL: temporal.web }),
    PORT: String(port),
    PUBLIC_URL: app,
    TRILHO_MASTER_KEY: masterKey,
    TRILHO_ADMIN_API_KEY: adminApiKey,
    SANDBOX_URL: sandboxUrl,
    TRILHO_DATA_DIR: dataDir,
  }
  await seedDemo(env)

  say('Worker and API: starting')
  const [worker, api] = await Promise.all([
    run('worker', nodeLaunch({ name: 'worker', entry: 'worker/main.ts', env, onLine })),
    run('api', nodeLaunch({ name: 'api', entry: 'api/server.ts', env, health: `${local}/health/live`, onLine })),
  ])
  const patience = { timeoutMs: 120_000, everyMs: 200 }
  await Promise.race([
    Promise.all([
      waitFor(() => hasWorkers(temporal.address, namespace), { what: 'The worker being ready', ...patience }),
      waitFor(() => succeeds(`${local}/health/ready`), { what: 'The API being ready', ...patience }),
    ]),
    Promise.race([worker.crashed, api.crashed]).then((text) => Promise.reject(new Error(text))),
  ])

  return {
    addresses: {
      app,
      temporal: temporal.address,
      temporalWeb: temporal.web,
      database: postgres.url,
      sandbox: sandboxUrl,
    },
    adminApiKey,
    env,
    services: {
      sandbox,
      worker,
      api,
      ...defined({ postgres: postgres.service, temporal: temporal.service }),
    },
    stop: () => {
      stopping = true
      return stopInOrder(started)
    },
  }
}

/** Processes that depend on the others are stopped first. */
async function stopInOrder(services: readonly Service[]): Promise<void> {
  const named = (...names: string[]) => services.filter(({ name }) => names.includes(name))
  for (const group of [named('api', 'worker'), named('sandbox', 'temporal'), named('postgres')]) {
    await Promise.all(group.map((one) => one.stop()))
  }
}
