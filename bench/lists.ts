/**
 * `npm run bench:lists`: every list, filter and search through the API, with few rows and with many, and how much longer it takes.
 * `--only 'page|analytics'` measures those whose name says so. Needs no Temporal: nothing is charged.
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
    requests: { type: 'string', default: '100' },
    only: { type: 'string', default: '' },
  },
})
const [few, many, requests] = [values.few, values.many, values.requests].map(Number) as [number, number, number]
/** The first ones open connections and prepare statements. */
const WARM_UP = 8
const chosen = new RegExp(values.only)
const say = (text: string) => console.error(text)

interface Figures {
  p50: number
  p95: number
  status: number
}

interface Subject {
  url: string
  key: string
  stop(): Promise<void>
}

/** In turn at both, so that whatever else the machine does strikes both. */
async function measure(subjects: readonly Subject[], { paths }: Case): Promise<Figures[]> {
  const taken: number[][] = subjects.map(() => [])
  const statuses: number[] = []
  for (let i = 0; i < WARM_UP + requests; i += 1) {
    for (const [index, { url, key }] of subjects.entries()) {
      const from = performance.now()
      const headers = { authorization: `Bearer ${key}` }
      const answers = await Promise.all(
        paths.map(async (path) => {
          const answer = await fetch(`${url}/v1/${path}`, { headers })
          await answer.text()
          return answer.status
        }),
      )
      statuses[index] = Math.max(...answers)
      if (i >= WARM_UP) taken[index]?.push(performance.now() - from)
    }
  }
  return taken.map((each, index) => ({
    p50: median(each),
    p95: percentile(each, 0.95),
    status: statuses[index] ?? Number.NaN,
  }))
}

/** An API of its own on a database of its own with so many rows of each kind. */
async function withRows(rows: number, databaseUrl: string): Promise<Subject> {
  await migrateDatabase(databaseUrl)
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  say(`Seeding ${rows} charges, refunds, withdrawals and receivers`)
  const since = performance.now()
  await seedRows(sql, rows)
  say(`Seeded in ${Math.round((performance.now() - since) / 1000)} s`)
  await sql.end()
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const key = newAdminKey()
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    TEMPORAL_ADDRESS: '127.0.0.1:1',
    PORT: String(port),
    PUBLIC_URL: url,
    TRILHO_MASTER_KEY: newMasterKey(),
    TRILHO_ADMIN_API_KEY: key,
    REQUESTS_PER_MINUTE: '1000000',
    LOG_LEVEL: 'error',
  }
  const launch = nodeLaunch({
    name: 'api',
    entry: 'api/server.ts',
    env,
    health: `${url}/health/live`,
    onLine: () => {},
  })
  const { stop } = await launch()
  return { url, key, stop: async () => void (await stop()) }
}

const dataDir = mkdtempSync(join(tmpdir(), `trilho-lists-${randomBytes(2).toString('hex')}-`))
try {
  const server = await startPostgres({ dataDir, port: await freePort(), durable: false })
  await server.ensureDatabase('few')
  await server.ensureDatabase('many')
  const subjects = [await withRows(few, server.url('few')), await withRows(many, server.url('many'))]
  say('Measuring')
  const ms = (value = Number.NaN) => value.toFixed(1)
  const rows: string[] = []
  for (const one of CASES.filter(({ name }) => chosen.test(name))) {
    const [small, large] = await measure(subjects, one)
    const ratio = large && small ? (large.p95 / small.p95).toFixed(2) : ''
    const cells = [
      one.name,
      small?.status,
      ms(small?.p50),
      ms(small?.p95),
      large?.status,
      ms(large?.p50),
      ms(large?.p95),
    ]
    rows.push(`| ${[...cells, ratio].join(' | ')} |`)
  }
  await Promise.all(subjects.map(({ stop }) => stop()))
  console.log(`| ms; ${few} and ${many} rows of each kind | status | p50 | p95 | status | p50 | p95 | ratio of p95 |`)
  console.log('|---|---|---|---|---|---|---|---|')
  for (const row of rows) console.log(row)
} finally {
  await stopAllProcesses()
  rmSync(dataDir, { recursive: true, force: true })
}
