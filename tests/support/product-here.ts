/** The whole product in the test's own process, where everything has been imported: on a database and a namespace of its own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { buildApp } from '../../api/app.ts'
import { readSettings, type Settings } from '../../config/env.ts'
import { localUrl } from '../../config/own-address.ts'
import { connectDatabase } from '../../db/client.ts'
import { startSandbox } from '../../sandbox/server.ts'
import { seedDemo } from '../../scripts/seed.ts'
import { newAdminKey, newMasterKey } from '../../scripts/support/local-state.ts'
import { freePort } from '../../scripts/support/ports.ts'
import { sayNothing } from '../../scripts/support/progress.ts'
import { buildWeb } from '../../scripts/support/web-build.ts'
import { processLogger } from '../../telemetry/logger.ts'
import { temporalClient } from '../../temporal/client.ts'
import { PATIENT_DECISIONS } from '../api/charging.ts'
import { PATIENT_HEALTH_MS } from '../api/support.ts'
import { withoutOurSettings } from './environment.ts'
import { callsTo, type TestProduct } from './product.ts'
import { freshDatabase, freshNamespace } from './stack.ts'
import { startTestWorker } from './worker.ts'

const KEPT_LINES = 100
/** A request waits for an answer that is to come, whatever else the machine has to do: not quite as long as the SDK waits for ours. */
const PATIENT_CREATION_MS = 25_000

export interface ProductWaits {
  /** How long what is asked for waits for its provider before it is answered 202. */
  creationWaitMs?: number
}

/** @param env more settings, as the API and the worker read them. */
export async function startProductHere(
  env: NodeJS.ProcessEnv = {},
  { creationWaitMs = PATIENT_CREATION_MS }: ProductWaits = {},
): Promise<TestProduct> {
  /** What has been started, and how it ends: the last first. */
  const ends: (() => unknown)[] = []
  const lines: string[] = []
  const close = async () => {
    for (const end of ends.splice(0).toReversed()) await end()
  }
  try {
    await buildWeb(sayNothing)
    const dataDir = mkdtempSync(join(tmpdir(), 'trilho-product-'))
    ends.push(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))
    const database = await freshDatabase()
    ends.push(() => database.drop())
    const namespace = await freshNamespace()
    ends.push(() => namespace.drop())
    const sandbox = await startSandbox({ port: 0, tlsPort: 0, dataDir: ':memory:' })
    ends.push(() => sandbox.close())

    const port = await freePort()
    const app = localUrl(undefined, port)
    const adminApiKey = newAdminKey()
    const all = {
      ...withoutOurSettings(process.env),
      LOG_LEVEL: 'warn',
      TRILHO_MASTER_KEY: newMasterKey(),
      ...env,
      DATABASE_URL: database.databaseUrl,
      TEMPORAL_ADDRESS: namespace.temporalAddress,
      TEMPORAL_NAMESPACE: namespace.temporalNamespace,
      PORT: String(port),
      PUBLIC_URL: app,
      TRILHO_ADMIN_API_KEY: adminApiKey,
      SANDBOX_URL: sandbox.url,
      TRILHO_DATA_DIR: dataDir,
    }
    await seedDemo(all)
    const settings = readSettings(all)
    const sink = {
      write: (line: string) => {
        lines.push(line.trimEnd())
        if (lines.length > KEPT_LINES) lines.shift()
      },
    }
    const worker = await startTestWorker(settings, processLogger('worker', settings, sink))
    ends.push(async () => {
      worker.shutdown()
      await worker.stopped
    })
    await startApi({ settings, logger: processLogger('api', settings, sink), creationWaitMs }, ends)
    const addresses = {
      app,
      temporal: namespace.temporalAddress,
      temporalWeb: undefined,
      database: database.databaseUrl,
      sandbox: sandbox.url,
    }
    const reached = { addresses, adminApiKey }
    return { ...reached, ...callsTo(reached), output: () => lines.join('\n'), close }
  } catch (error) {
    await close()
    throw new Error(`The product did not come up: ${error}\n${lines.join('\n')}`, { cause: error })
  }
}

async function startApi(
  { settings, logger, creationWaitMs }: { settings: Settings; logger: FastifyBaseLogger; creationWaitMs: number },
  ends: (() => unknown)[],
): Promise<void> {
  const database = connectDatabase({ ...settings, maxConnections: 20 })
  ends.push(() => database.close())
  const temporal = temporalClient(settings)
  ends.push(() => temporal.connection.close())
  const patience = { creationWaitMs, healthWaitMs: PATIENT_HEALTH_MS, decisionWaits: PATIENT_DECISIONS }
  const app = await buildApp({ settings, logger, database, temporal, ...patience })
  ends.push(() => app.close())
  await app.listen({ host: settings.host, port: settings.port })
}
