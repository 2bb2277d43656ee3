/** In production, too, Prometheus learns that the database is down: what a scrape shows must not need what it tells of. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type Link, openLink } from '../support/link.ts'
import { RULES } from '../support/monitoring.ts'
import { evaluate, scrape } from '../support/promql.ts'
import { startTestApi, type TestApi } from './support.ts'

const PATIENCE = { timeout: 60_000 }
const metricsToken = randomBytes(32).toString('hex')

let api: TestApi
let database: Link
beforeAll(async () => {
  const postgres = new URL(inject('postgresUrl'))
  const [, temporal = ''] = inject('temporalAddress').split(':')
  database = await openLink({ host: postgres.hostname, port: Number(postgres.port) })
  api = await startTestApi({
    settings: { production: true, publicUrl: 'https://pay.example', metricsToken },
    links: { database: database.port, temporal: Number(temporal) },
  })
})
afterAll(async () => {
  await api?.close()
  await database.close()
})

const asked = (key: string | null) => api.call(key, 'GET', '/metrics')
const statusOf = async (key: string | null) => (await asked(key)).statusCode
const isDown = async () => (await api.call(null, 'GET', '/health/ready')).json().down.includes('database')
/** Whether the alert's condition holds, a minute after the first of two equal scrapes with this key. */
async function holds(alert: string, key: string): Promise<boolean> {
  const { statusCode, body } = await asked(key)
  const printed = [
    { job: 'trilho-api', text: statusCode === 200 ? body : undefined },
    { job: 'trilho-worker', text: '' },
  ]
  const { expr = '' } = RULES.find((rule) => rule.alert === alert) ?? {}
  const value = evaluate(expr, [scrape(0, printed), scrape(60, printed)])
  return typeof value !== 'number' && value.some(({ labels }) => ['database', undefined].includes(labels.dependency))
}

it('admits the token and an operator, and nothing else', async () => {
  expect(await statusOf(metricsToken)).toBe(200)
  expect(await statusOf(api.home.keys.operator)).toBe(200)
  expect(await statusOf(null)).toBe(401)
  expect(await statusOf(`${metricsToken.slice(0, -1)}x`)).toBe(401)
  expect(await statusOf(api.home.keys.seller)).toBe(403)
})

it('the token opens no other address', async () => {
  expect((await api.call(metricsToken, 'GET', '/v1/me')).statusCode).toBe(401)
})

it('says that the database is down while it is, and the figures that it has', async () => {
  expect(await holds('TrilhoDependencyDown', metricsToken)).toBe(false)
  await database.cut()
  await expect.poll(isDown, PATIENCE).toBe(true)

  const { statusCode, body } = await asked(metricsToken)
  expect(statusCode).toBe(200)
  expect(body).toMatch(/^trilho_dependency_up\{dependency="database"\} 0$/m)
  expect(body).toMatch(/^trilho_http_request_seconds_count\{.*\} \d+$/m)
  expect(await holds('TrilhoDependencyDown', metricsToken)).toBe(true)
  expect(await holds('TrilhoNotScraped', metricsToken)).toBe(false)
  // A key cannot be looked up: Prometheus that has one sees that it does not get in.
  for (const other of [null, 'wrong', api.home.keys.operator]) expect(await statusOf(other)).toBe(503)
  expect(await holds('TrilhoNotScraped', api.home.keys.operator)).toBe(true)

  await database.mend()
  await expect.poll(isDown, PATIENCE).toBe(false)
  expect(await holds('TrilhoDependencyDown', metricsToken)).toBe(false)
})
