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

type Servers = Awaited<ReturnType<typeof startServers>>

/** Of the run's process: each project has loaded this file for itself. */
const run = globalThis as typeof globalThis & { testServers?: Promise<Servers> }

export default async function provideServers(project: TestProject): Promise<() => Promise<void>> {
  run.testServers ??= startServers()
  const { postgresUrl, temporalAddress, workflowBundlePath, stop } = await run.testServers
  project.provide('postgresUrl', postgresUrl)
  project.provide('temporalAddress', temporalAddress)
  project.provide('workflowBundlePath', workflowBundlePath)
  return stop
}

const say: Progress = (text) => console.error(text)

async function startServers() {
  const dataDir = mkdtempSync(join(tmpdir(), 'trilho-tests-'))
  const [postgres, temporal, workflowBundlePath] = await Promise.all([
    startPostgres({ dataDir, port: await freePort(), durable: false }),
    findTemporal(say).then(async (binary) => startTemporal({ binary, port: await freePort() })),
    writeBundle(dataDir),
  ])
  await postgres.ensureDatabase(TEMPLATE_DATABASE)
  await migrateDatabase(postgres.url(TEMPLATE_DATABASE))
  return {
    postgresUrl: postgres.url('postgres'),
    temporalAddress: temporal.address,
    workflowBundlePath,
    stop: async () => {
      await Promise.all([postgres.process.stop(), temporal.process.stop()])
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
