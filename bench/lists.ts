/**
 * `npm run bench:lists`: every list, filter and search through the API, with few rows and with many, and how much longer it takes.
 * Needs no Temporal: nothing is charged.
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { migrateDatabase } from '../db/migrate.ts'
import { startPostgres } from '../scripts/postgres.ts'
import { newAdminKey, newMasterKey } from '../scripts/support/local-state.ts'
import { nodeLaunch } from '../scripts/support/parts.ts'
import { freePort } from '../scripts/support/ports.ts'
import { stopAllProcesses } from '../scripts/support/processes.ts'
import { CASES, type Case } from './lists/cases.ts'
import { seedRows } from './lists/seed.ts'
import { median, percentile } from './statistics.ts'

const { values } = parseArgs({
  options: {
    few: { type: 'string', default: '10000' },
    many: { type: 'string', default: '1000000' },
    requests: { type: 'string', default: '60' },
  },
})
const [few, many, requests] = [values.few, values.many, values.requests].map(Number) as [number, number, number]
const say = (text: string) => console.error(text)

interface Figures {
  p50: number
  p95: number
  status: number
}

async function measure(url: string, key: string, { path }: Case): Promise<Figures> {
  const taken: number[] = []
  let status = 0
  for (let i = 0; i < requests + 5; i += 1) {
    const from = performance.now()
    const answer = await fetch(`${url}/v1/${path}`, { headers: { authorization: `Bearer ${key}` } })
    await answer.text()
    status = answer.status
    // The first ones open connections and prepare statements.
    if (i >= 5) taken.push(performance.now() - from)
  }
  return { p50: median(taken), p95: percentile(taken, 0.95), status }
}

/** One API at a time, on a database of its own with so many rows of each kind. */
async function withRows(rows: number, postgresUrl: string): Promise<Map<Case, Figures>> {
  await migrateDatabase(postgresUrl)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const key = newAdminKey()
  const env = {
    ...process.env,
    DATABASE_URL: postgresUrl,
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    PORT: String(port),
    PUBLIC_URL: url,
    TRILHO_MASTER_KEY: newMasterKey(),
    TRILHO_ADMIN_API_KEY: key,
    REQUESTS_PER_MINUTE: '1000000',
    LOG_LEVEL: 'error',
  }
  const sql = postgres(postgresUrl, { max: 1, onnotice: () => {} })
  say(`Seeding ${rows} charges, refunds, withdrawals and receivers`)
  await seedRows(sql, rows)
  await sql.end()
  const api = await nodeLaunch({
    name: 'api',
    entry: 'api/server.ts',
    env,
    health: `${url}/health/live`,
    onLine: () => {},
  })()
  say('Measuring')
  const figures = new Map<Case, Figures>()
  for (const one of CASES) figures.set(one, await measure(url, key, one))
  await api.stop()
  return figures
}

const dataDir = mkdtempSync(join(tmpdir(), `trilho-lists-${randomBytes(2).toString('hex')}-`))
try {
  const server = await startPostgres({ dataDir, port: await freePort(), durable: false })
  await server.ensureDatabase('few')
  await server.ensureDatabase('many')
  const small = await withRows(few, server.url('few'))
  const large = await withRows(many, server.url('many'))
  const ms = (value = Number.NaN) => value.toFixed(1)
  const rows = CASES.map((one) => {
    const [a, b] = [small.get(one), large.get(one)]
    const ratio = b && a ? (b.p95 / a.p95).toFixed(2) : ''
    return `| ${[one.name, a?.status, ms(a?.p50), ms(a?.p95), b?.status, ms(b?.p50), ms(b?.p95), ratio].join(' | ')} |`
  })
  console.log(`| ms; ${few} and ${many} rows of each kind | | p50 | p95 | | p50 | p95 | ratio of p95 |`)
  console.log('|---|---|---|---|---|---|---|---|')
  for (const row of rows) console.log(row)
} finally {
  await stopAllProcesses()
  rmSync(dataDir, { recursive: true, force: true })
}
