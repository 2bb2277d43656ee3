/** One PostgreSQL and one Temporal for the whole run of a project; every test file gets a database and a namespace of its own. */
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

const say: Progress = (text) => console.error(text)

export default async function startServers(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'trilho-tests-'))
  const [postgres, temporal, workflowBundlePath] = await Promise.all([
    startPostgres({ dataDir, port: await freePort(), durable: false }),
    findTemporal(say).then(async (binary) => startTemporal({ binary, port: await freePort() })),
    writeBundle(dataDir),
  ])
  await postgres.ensureDatabase(TEMPLATE_DATABASE)
  await migrateDatabase(postgres.url(TEMPLATE_DATABASE))
  project.provide('postgresUrl', postgres.url('postgres'))
  project.provide('temporalAddress', temporal.address)
  project.provide('workflowBundlePath', workflowBundlePath)
  return async () => {
    await Promise.all([postgres.process.stop(), temporal.process.stop()])
    rmSync(dataDir, { recursive: true, force: true })
  }
}
