/** One PostgreSQL and one Temporal for the whole run of a project; every test file gets a database and a namespace of its own. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '../../db/migrate.ts'
import { startPostgres } from '../../scripts/postgres.ts'
import { freePort } from '../../scripts/support/ports.ts'
import type { Progress } from '../../scripts/support/progress.ts'
import { findTemporal } from '../../scripts/support/temporal-binary.ts'
import { startTemporal } from '../../scripts/temporal.ts'
import { workflowBundle } from '../../worker/bundle.ts'
import { TEMPLATE_DATABASE } from './provided.ts'

const say: Progress = (text) => console.error(text)

export default async function startServers(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'trilho-tests-'))
  const workflowBundlePath = join(dataDir, 'workflows.js')
  const [postgres, temporal, { code }] = await Promise.all([
    startPostgres({ dataDir, port: await freePort(), durable: false }),
    findTemporal(say).then(async (binary) => startTemporal({ binary, port: await freePort() })),
    workflowBundle(pino({ level: 'silent' })),
  ])
  await postgres.ensureDatabase(TEMPLATE_DATABASE)
  await migrateDatabase(postgres.url(TEMPLATE_DATABASE))
  project.provide('postgresUrl', postgres.url('postgres'))
  project.provide('temporalAddress', temporal.address)
  writeFileSync(workflowBundlePath, code)
  project.provide('workflowBundlePath', workflowBundlePath)
  return async () => {
    await Promise.all([postgres.process.stop(), temporal.process.stop()])
    rmSync(dataDir, { recursive: true, force: true })
  }
}
