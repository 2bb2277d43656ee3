/** Figures for Prometheus: what alerts and the dashboard name is what the product really prints, and it says what waits. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountReaders, readings, webhookEndpoints, webhookEvents } from '../../db/schema/index.ts'
import { freePort } from '../../scripts/support/ports.ts'
import { addDelivery } from '../support/deliveries.ts'
import { PANELS, RULES } from '../support/monitoring.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'
import { startTestApi } from './support.ts'

const file = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

let api: ChargingApi
let workerPort: number
beforeAll(async () => {
  workerPort = await freePort()
  api = await startChargingApi({ settings: { workerMetricsPort: workerPort } })
  await api.connect('PAGUESAFE')
  const answer = await api.call(api.home.keys.seller, 'POST', '/v1/charges', { payload: NEW_CHARGE })
  expect(answer.statusCode).toBe(201)
})
afterAll(() => api?.close())

const printedByApi = async () => (await api.call(null, 'GET', '/metrics')).body
const printedByWorker = async () => (await fetch(`http://127.0.0.1:${workerPort}/metrics`)).text()
/** `name{labels}` and its value. */
const samplesIn = (text: string) =>
  new Map(
    text
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )

describe('alerts and the dashboard', () => {
  const expressions = [
    ...RULES.map(({ alert, expr }) => [alert, expr] as const),
    ...PANELS.map(({ title, expr }) => [title, expr] as const),
  ]

  it('name only figures and labels that the API or the worker prints', async () => {
    const printed = `${await printedByApi()}\n${await printedByWorker()}`
    // Prometheus adds `up` itself.
    const known = new Set([
      'up',
      ...[...printed.matchAll(/^# TYPE (\S+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    ])
    expect(expressions.length).toBeGreaterThan(20)
    for (const [where, expr] of expressions) {
      const named = [...expr.matchAll(/\b(?:(?:trilho|process|nodejs)_[a-z_]+|up(?=\{))/g)].map(([name]) => name)
      expect(named.length, where).toBeGreaterThan(0)
      for (const name of named) expect(known, where).toContain(name)
    }
  })

  it('each alert leads to its steps in the runbook', () => {
    const anchors = [...file('docs/operations.md').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^a-z0-9 -]/g, '')
        .replaceAll(' ', '-'),
    )
    expect(RULES.length).toBeGreaterThan(8)
    for (const { alert, annotations } of RULES) {
      const anchor = `alert-${alert.toLowerCase()}`
      expect(annotations.runbook).toBe(`docs/operations.md#${anchor}`)
      expect(anchors, alert).toContain(anchor)
    }
  })
})

describe('/metrics', () => {
  it('counts what waits for an operator by kind and reason, over all platforms, and how long it has waited', async () => {
    const ago = (days: number, hours = 0) => new Date(Date.now() - (days * 24 + hours) * 3_600_000).toISOString()
    const waits = { createdAt: ago(48), attentionSince: ago(0, 2) }
    await api.addCharge(api.home, { attentionReasons: ['doublePayment', 'latePayment'], ...waits })
    await api.addCharge(api.other, { attentionReasons: ['doublePayment'] })
    await expect
      .poll(async () => samplesIn(await printedByApi()).get('trilho_attention{kind="charge",reason="doublePayment"}'), {
        timeout: 60_000,
      })
      .toBe(2)
    const samples = samplesIn(await printedByApi())
    expect(samples.get('trilho_attention{kind="charge",reason="latePayment"}')).toBe(1)
    const age = samples.get('trilho_attention_oldest_seconds{kind="charge",reason="doublePayment"}')
    expect(age).toBeGreaterThanOrEqual(7_200)
    expect(age).toBeLessThan(14_400)
  })

  it('says how long stored webhooks, messages and failing endpoints have waited, and that no worker runs', async () => {
    const idle = await startTestApi()
    try {
      const { platformId } = idle.home
      const { id: providerAccountId } = await idle.addAccount(idle.home, 'ASAAS')
      const ago = new Date(Date.now() - 3_600_000).toISOString()
      const { writer } = idle.database
      const of = {
        platformId,
        providerAccountId,
        provider: 'ASAAS',
        verified: 'token',
        headers: {},
        query: {},
      } as const
      await writer.insert(webhookEvents).values([
        { ...of, bodyHash: 'due', body: '{}', nextAttemptAt: ago },
        { ...of, bodyHash: 'later', body: '{}', nextAttemptAt: new Date(Date.now() + 3_600_000).toISOString() },
      ])
      await writer
        .insert(webhookEndpoints)
        .values({ platformId, url: 'http://127.0.0.1:1/', events: ['*'], sealedSecret: 'x', failingSince: ago })
      await addDelivery(writer, await idle.addCharge(idle.home), { startAt: ago })
      const samples = samplesIn((await idle.call(null, 'GET', '/metrics')).body)
      for (const thing of ['webhooks_waiting', 'deliveries_waiting', 'endpoints_failing']) {
        expect(samples.get(`trilho_${thing}`), thing).toBe(1)
        expect(samples.get(`trilho_${thing}_oldest_seconds`), thing).toBeGreaterThanOrEqual(3_600)
      }
      expect(samples.get('trilho_dependency_up{dependency="worker"}')).toBe(0)
    } finally {
      await idle.close()
    }
  })

  it('says by provider how long the oldest reading is overdue, and whether its reader was paused', async () => {
    const idle = await startTestApi()
    try {
      const { writer } = idle.database
      const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
      const overdue = async (provider: string, hours: readonly number[], pausedAt: string | null) => {
        const { id: providerAccountId } = await idle.addAccount(idle.home, provider)
        await writer.insert(accountReaders).values({ providerAccountId, pausedAt })
        const reading = { kind: 'charge', providerAccountId } as const
        await writer
          .insert(readings)
          .values(hours.map((ago) => ({ ...reading, id: randomUUID(), nextReadAt: hoursAgo(ago) })))
      }
      await overdue('ASAAS', [1, 3, -1], null)
      await overdue('ASAAS', [9], hoursAgo(10))
      await overdue('BRAVIVE', [-1], null)
      const samples = samplesIn((await idle.call(null, 'GET', '/metrics')).body)
      const seconds = (provider: string, reader: string) =>
        samples.get(`trilho_readings_overdue_seconds{provider="${provider}",reader="${reader}"}`)
      expect(seconds('ASAAS', 'active')).toBeGreaterThanOrEqual(3 * 3_600)
      expect(seconds('ASAAS', 'active')).toBeLessThan(9 * 3_600)
      expect(seconds('ASAAS', 'paused')).toBeGreaterThanOrEqual(9 * 3_600)
      expect(seconds('BRAVIVE', 'active')).toBeUndefined()
    } finally {
      await idle.close()
    }
  })

  it('counts calls to providers and the wait in each queue', async () => {
    const samples = samplesIn(await printedByWorker())
    expect(samples.get('trilho_provider_calls_total{provider="PAGUESAFE",outcome="2xx"}')).toBeGreaterThan(0)
    expect(samples.get('trilho_activity_wait_seconds_count{queue="charges"}')).toBeGreaterThan(0)
  })

  it('says what it stands on', async () => {
    for (const dependency of ['database', 'temporal', 'worker']) {
      const isUp = async () => samplesIn(await printedByApi()).get(`trilho_dependency_up{dependency="${dependency}"}`)
      await expect.poll(isUp).toBe(1)
    }
  })
})
