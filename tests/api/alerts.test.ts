/** Each alert is evaluated over what /metrics prints: each fires at its fault, and none while all is well. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import type { Counter } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  accountReaders,
  disbursements,
  disputes,
  readings,
  reconciliationItems,
  webhookEndpoints,
  webhookEvents,
} from '../../db/schema/index.ts'
import { defined } from '../../domain/defined.ts'
import { testTwinOf } from '../../domain/mode.ts'
import { freePort } from '../../scripts/support/ports.ts'
import { ROOT } from '../../scripts/support/root.ts'
import { createWorkerMetrics } from '../../worker/metrics.ts'
import { addDelivery } from '../support/deliveries.ts'
import { PANELS, RULES } from '../support/monitoring.ts'
import { evaluate, type Printed, type Scrape, scrape } from '../support/promql.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi, untilTaken, waitingBriefly } from './charging.ts'
import { startTestApi, type Tenant, type TestApi } from './support.ts'

const HOUR_S = 3_600
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_S * 1_000).toISOString()
const hoursAgo = (hours: number) => inHours(-hours)

/** With a worker. */
let working: ChargingApi
let workerPort: number
/** Without one. */
let idle: TestApi
let faulted: readonly Scrape[]
let calm: readonly Scrape[]
beforeAll(async () => {
  workerPort = await freePort()
  ;[working, idle] = await Promise.all([
    startChargingApi({ settings: { workerMetricsPort: workerPort } }),
    startTestApi({ creationWaitMs: 1 }),
  ])
  const { token } = await working.connect('PAGUESAFE', { priority: 1 })
  await working.connect('BRAVIVE')
  calm = await wellTimes(token)
  faulted = await badTimes()
}, 240_000)
afterAll(() => Promise.all([working?.close(), idle?.close()]))

const printedBy = async (api: TestApi) => (await api.call(null, 'GET', '/metrics')).body
const printedAt = (port: number) =>
  fetch(`http://127.0.0.1:${port}/metrics`).then(
    (answer) => answer.text(),
    () => undefined,
  )
const printedByWorker = async () => (await printedAt(workerPort)) ?? ''
const WITHDRAWAL = { paymentMethod: 'PIX', amount: 1000, pixKey: '529.982.247-25', pixType: 'CPF' }
const charge = (api: TestApi) => api.call(api.home.keys.seller, 'POST', '/v1/charges', { payload: NEW_CHARGE })

const ofApi = (text: string): Printed => ({ job: 'trilho-api', text })
const ofWorker = (text: string): Printed => ({ job: 'trilho-worker', text })

/** Three scrapes, a minute apart: `happens` before the first and again before the second, because one sample shows no increase. */
async function scrapesOf(printed: () => Promise<Printed[]>, happens: () => Promise<unknown>): Promise<Scrape[]> {
  await happens()
  const first = scrape(0, await printed())
  await happens()
  const texts = await printed()
  return [first, scrape(60, texts), scrape(120, texts)]
}

/** Money moves, what rightly waits for days does, and in test mode everything goes wrong. @param token of the provider account's webhooks. */
async function wellTimes(token: string): Promise<Scrape[]> {
  const { platformId } = working.home
  const { id: providerAccountId } = await working.addAccount(working.home, 'ASAAS')
  const { writer } = working.database
  const paid = await working.addCharge(working.home, {
    status: 'APPROVED',
    createdAt: hoursAgo(48 * 24),
    attentionReasons: ['latePayment'],
  })
  const common = { platformId, providerAccountId, provider: 'ASAAS' }
  await writer.insert(disputes).values({
    ...{ platformId, chargeId: paid.id, kind: 'CHARGEBACK', amount: 5000, currency: 'BRL' },
    ...{ openedAt: hoursAgo(20 * 24), dueAt: inHours(10 * 24) },
  })
  await writer.insert(reconciliationItems).values({
    ...{ ...common, kind: 'missingHere', transactionId: 'x', foundAt: hoursAgo(24) },
  })
  await writer.insert(disbursements).values({
    ...{ platformId, kind: 'withdrawal', method: 'PIX', amount: 700, approval: 'awaited', approvalDueAt: inHours(24) },
    ...{ destination: { name: 'Ana', pixKey: '52998224725', pixType: 'CPF' } },
    ...{ attentionReasons: ['awaitsApproval'], attentionSince: hoursAgo(24) },
  })
  await writer.insert(webhookEndpoints).values({
    ...{ platformId, url: 'http://127.0.0.1:1/', events: ['*'], sealedSecret: 'x', failingSince: hoursAgo(0.1) },
  })
  const failsInTestMode = await testModeOf(working)
  // How long things take here says how busy this machine is: these are made up.
  const quick = createWorkerMetrics()
  const { requests } = working.app.metrics
  const ofCharges = { method: 'POST', route: '/v1/charges', status: 201 } as const
  let answered = 0
  const printed = async () => {
    requests.reset()
    answered += 5
    for (let one = 0; one < answered; one += 1) requests.observe(ofCharges, 1)
    const withoutWaits = (await printedByWorker()).replace(/^trilho_activity_wait_seconds.*\n/gm, '')
    return [ofApi(await printedBy(working)), ofWorker(withoutWaits), ofWorker(await quick.registry.metrics())]
  }
  return scrapesOf(printed, async () => {
    quick.activityWaited('charges', 1)
    expect((await charge(working)).statusCode).toBe(201)
    const out = await working.call(working.home.keys.admin, 'POST', '/v1/withdrawals', { payload: WITHDRAWAL })
    expect(out.statusCode).toBe(201)
    await working.call(null, 'POST', `/webhooks/paguesafe/${token}`, { payload: {} })
    await failsInTestMode()
  })
}

/** What a seller tries with test keys, however badly it ends, is no operator's business. @returns what a fake provider fails at. */
async function testModeOf(api: ChargingApi): Promise<() => Promise<void>> {
  const made = await api.call(api.home.keys.admin, 'POST', '/v1/api-keys', {
    payload: { name: 'tests', role: 'admin', mode: 'test' },
  })
  const { key } = made.json()
  await addFaults(api, { ...api.home, platformId: testTwinOf(api.home.platformId) }, api.sandbox.url)
  const account = { provider: 'FLOW2PAY' }
  const connected = await api.call(key, 'POST', '/v1/provider-accounts', { payload: account })
  const { id: providerAccountId } = connected.json()
  await api.control('PUT', '/faults/FLOW2PAY/createTransaction', { fault: 'serverError', times: 0 })
  return async () => {
    const payload = { ...NEW_CHARGE, providerAccountId }
    const asked = await untilTaken(() => waitingBriefly(api, () => api.call(key, 'POST', '/v1/charges', { payload })))
    const attention = async () => (await api.call(key, 'GET', `/v1/charges/${asked.json().id}`)).json().attention
    await vi.waitUntil(async () => (await attention()) === 'unknownOutcome', { timeout: 60_000 })
  }
}

/** No worker takes what is due at one API; at the other, the provider fails. */
async function badTimes(): Promise<Scrape[]> {
  await addFaults(idle, idle.home)
  for (const operation of ['createTransaction', 'readTransaction'])
    await working.control('PUT', `/faults/PAGUESAFE/${operation}`, { fault: 'serverError', times: 0 })
  const slow = createWorkerMetrics()
  const { requests, registry } = idle.app.metrics
  const refused = registry.getSingleMetric('trilho_movements_refused_total') as Counter
  const gone = await freePort()
  return scrapesOf(
    async () => [
      ofApi(await printedBy(idle)),
      ofWorker(await printedByWorker()),
      ofWorker(await slow.registry.metrics()),
      { job: 'trilho-worker', text: await printedAt(gone) },
    ],
    async () => {
      expect((await idle.call(null, 'GET', '/health/ready')).statusCode).toBe(503)
      const before = await failuresOfProvider()
      await untilTaken(() => waitingBriefly(working, () => charge(working)))
      await vi.waitUntil(async () => (await failuresOfProvider()) > before, { timeout: 60_000 })
      // No test waits for these: how long they took, and how many were refused, is made up.
      for (const route of await routesOfCharges()) requests.observe({ method: 'POST', route, status: 202 }, 12)
      slow.activityWaited('charges', 20)
      refused.inc(60)
    },
  )
}

/** How often the worker has counted that PAGUESAFE failed. */
async function failuresOfProvider(): Promise<number> {
  const [, count = '0'] =
    /^trilho_provider_calls_total\{provider="PAGUESAFE",outcome="5xx"\} (\d+)/m.exec(await printedByWorker()) ?? []
  return Number(count)
}

/** As the API names them when it is really asked, by a seller's program and by a buyer. */
async function routesOfCharges(): Promise<string[]> {
  await charge(idle)
  await idle.call(null, 'POST', '/v1/checkout/pages/any/charges')
  const printed = await printedBy(idle)
  const routes = printed.matchAll(/trilho_http_request_seconds_count\{method="POST",route="([^"]*\/charges[^"]*)"/g)
  return [...new Set([...routes].map(([, route = '']) => route))]
}

/** @param baseUrl of its provider accounts: those of a test twin have one. */
async function addFaults(api: TestApi, home: Tenant, baseUrl?: string): Promise<void> {
  const { writer } = api.database
  const { platformId } = home
  const stuck = await api.addCharge(home, { attentionReasons: ['workflowStuck'] })
  await api.addCharge(home, { attentionReasons: ['doublePayment'] })
  await api.addCharge(home, { attentionReasons: ['unmappedStatus'] })
  await api.addCharge(home, { attentionReasons: ['latePayment'], attentionSince: hoursAgo(5) })
  await addDelivery(writer, stuck, { startAt: hoursAgo(1) })
  await writer.insert(disputes).values({
    ...{ platformId, chargeId: stuck.id, kind: 'MED', amount: 5000, currency: 'BRL', dueAt: inHours(24) },
  })
  const late = async (provider: string, pausedAt: string | null) => {
    const { id: providerAccountId } = await api.addAccount(home, provider, defined({ baseUrl }))
    await writer.insert(accountReaders).values({ providerAccountId, pausedAt })
    await writer
      .insert(readings)
      .values({ kind: 'charge', providerAccountId, id: randomUUID(), nextReadAt: hoursAgo(2) })
    return providerAccountId
  }
  const providerAccountId = await late('ASAAS', null)
  await late('BRAVIVE', hoursAgo(3))
  const books = { platformId, providerAccountId, provider: 'ASAAS' }
  await writer
    .insert(reconciliationItems)
    .values({ ...books, kind: 'missingHere', transactionId: 'x', foundAt: hoursAgo(96) })
  await writer.insert(webhookEvents).values({
    ...{ ...books, verified: 'token', headers: {}, query: {}, bodyHash: 'due', body: '{}', nextAttemptAt: hoursAgo(1) },
  })
  await writer.insert(webhookEndpoints).values({
    ...{ platformId, url: 'http://127.0.0.1:1/', events: ['*'], sealedSecret: 'x', failingSince: hoursAgo(2) },
  })
}

/** What an alert says of each thing that it fires for. */
const firing = (expression: string, scrapes: readonly Scrape[]) => {
  const value = evaluate(expression, scrapes)
  return typeof value === 'number' ? [] : value.map(({ labels }) => labels)
}
const alertOf = (name: string) => RULES.find(({ alert }) => alert === name)?.expr ?? ''

describe('each alert', () => {
  it.each(RULES.map(({ alert, expr }) => [alert, expr]))(
    '%s fires at its fault, and at nothing that is well',
    (_, expr) => {
      expect(firing(expr, faulted)).not.toEqual([])
      expect(firing(expr, calm)).toEqual([])
    },
  )

  it('says what it is about', () => {
    expect(firing(alertOf('TrilhoNotScraped'), faulted)).toEqual([{ job: 'trilho-worker', instance: '3' }])
    expect(firing(alertOf('TrilhoDependencyDown'), faulted)).toEqual([{ dependency: 'worker' }])
    expect(firing(alertOf('TrilhoProviderFailing'), faulted)).toEqual([{ provider: 'PAGUESAFE' }])
    expect(firing(alertOf('TrilhoUnmappedStatus'), faulted)).toEqual([{ kind: 'charge' }])
    expect(firing(alertOf('TrilhoReadingsLate'), faulted)).toEqual([{ provider: 'ASAAS' }])
    expect(firing(alertOf('TrilhoAttentionOld'), faulted)).toEqual([
      { kind: 'charge', reason: 'latePayment' },
      { kind: 'reconciliation', reason: 'reconciliationOpen' },
    ])
  })
})

it.each(['trilho-api', 'trilho-worker'])('%s is missed where Prometheus knows no such job', (job) => {
  const others = calm.map(({ at, samples }) => ({ at, samples: samples.filter(({ labels }) => labels.job !== job) }))
  expect(firing(alertOf('TrilhoNotScraped'), others)).toEqual([{ job }])
})

it('a slow charge is seen on each route that makes one', async () => {
  const [ofProgram, ofBuyer, ...others] = await routesOfCharges()
  expect(others).toEqual([])
  const shown = PANELS.filter(({ title }) => title === 'Time to make a charge').map(({ expr }) => expr)
  for (const route of [ofProgram, ofBuyer]) {
    const alone = faulted.map(({ at, samples }) => ({
      at,
      samples: samples.filter(({ labels }) => labels.route === route),
    }))
    for (const expr of [alertOf('TrilhoChargesSlow'), ...shown]) expect(firing(expr, alone), route).not.toEqual([])
  }
})

it('the runbook lists what the figures count, each with its platform', async () => {
  const [, query = ''] =
    /```sql\n(SELECT w\.\*[^`]+)```/.exec(readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')) ?? []
  const rows = await idle.database.writer.execute<{ kind: string; platform_id: string }>(sql.raw(query))
  const kinds = ['charge', 'dispute', 'endpoint', 'reconciliation', 'webhook']
  expect([...new Set(rows.map(({ kind }) => kind))].sort()).toEqual(kinds)
  expect(new Set(rows.map(({ platform_id }) => platform_id))).toEqual(new Set([idle.home.platformId]))
})

it.each(PANELS.map(({ title, expr }) => [title, expr]))('the panel %s shows something', (_, expr) => {
  const shown = [calm, faulted].flatMap((scrapes) => firing(expr, scrapes))
  expect(shown).not.toEqual([])
})
