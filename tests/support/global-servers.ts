/** One PostgreSQL and one Temporal for the whole run, whichever of its projects need them; every test file has a database and a namespace of its own. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '../../db/migrate.ts'
import { startPostgres } from '../../scripts/postgres.ts'
import { freePort } from '../../scripts/support/ports.ts'
import type { Progress } from '../../scripts/support/progress.ts'
import { findTemporal } from '../../scripts/support/temporal-binary.ts'
import { startTemporal } from '../../scripts/temporal.ts'
import { TEMPLATE_DATABASE } from './provided.ts'
import { writeBundle } from './workflow-bundle.ts'

interface Addresses {
  postgresUrl: string
  temporalAddress: string
}

type Provided = Awaited<ReturnType<typeof prepare>>

/** Of the run's process: each project has loaded this file for itself. */
const run = globalThis as typeof globalThis & { testServers?: Promise<Provided> }

export default async function provideServers(project: TestProject): Promise<() => Promise<void>> {
  run.testServers ??= prepare()
  const { postgresUrl, temporalAddress, workflowBundlePath, stop } = await run.testServers
  project.provide('postgresUrl', postgresUrl)
  project.provide('temporalAddress', temporalAddress)
  project.provide('workflowBundlePath', workflowBundlePath)
  return stop
}

const say: Progress = (text) => console.error(text)

/** Servers that outlive this run (scripts/mutation.ts) are named in TEST_SERVERS. */
async function prepare() {
  const directory = mkdtempSync(join(tmpdir(), 'trilho-bundle-'))
  const { TEST_SERVERS } = process.env
  const [servers, workflowBundlePath] = await Promise.all([
    TEST_SERVERS ? { addresses: JSON.parse(TEST_SERVERS) as Addresses, stop: async () => {} } : startServers(),
    writeBundle(directory),
  ])
  return {
    ...servers.addresses,
    workflowBundlePath,
    stop: async () => {
      await servers.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

/** One PostgreSQL, with the migrated database that the tests copy, and one Temporal. */
export async function startServers(): Promise<{ addresses: Addresses; stop: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'trilho-tests-'))
  const [postgres, temporal] = await Promise.all([
    startPostgres({ dataDir, port: await freePort(), durable: false }),
    findTemporal(say).then(async (binary) => startTemporal({ binary, port: await freePort() })),
  ])
  await postgres.ensureDatabase(TEMPLATE_DATABASE)
  await migrateDatabase(postgres.url(TEMPLATE_DATABASE))
  return {
    addresses: { postgresUrl: postgres.url('postgres'), temporalAddress: temporal.address },
    stop: async () => {
      await Promise.all([postgres.process.stop(), temporal.process.stop()])
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
