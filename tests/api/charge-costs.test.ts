/** What a charge costs where no clock is needed to say it; docs/performance.md has the figures that need one. */
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { notePause } from '../../db/queries/reading/pace.ts'
import type { RunningWorker } from '../../worker/worker.ts'
import { chargeWorkflowId, SWEEP_ID, TASK_QUEUES, WORKFLOW_TYPES } from '../../workflows/messages.ts'
import { type CountingLink, countingLink } from '../support/counting-link.ts'
import { startTestWorker } from '../support/worker.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'

const CHARGES = 5
/** Its webhook is believed. */
const BELIEVED = 'ASAAS'
/** Its webhook is only a reason to ask. */
const ASKED = 'MERCADOPAGO'

let link: CountingLink
let api: ChargingApi
let worker: RunningWorker
let accounts: Record<string, string>

beforeAll(async () => {
  const { hostname, port } = new URL(inject('postgresUrl'))
  link = await countingLink({ host: hostname, port: Number(port) })
  const temporalPort = Number(new URL(`http://${inject('temporalAddress')}`).port)
  api = await startChargingApi({ startWorker: false, links: { database: link.port, temporal: temporalPort } })
  // What the sweep asks is by the clock, not by the charge; a worker leaves its pause.
  await api.temporal.schedule.create({
    scheduleId: SWEEP_ID,
    spec: { intervals: [{ every: '1 day' }] },
    action: { type: 'startWorkflow', workflowType: WORKFLOW_TYPES.sweep, taskQueue: TASK_QUEUES.deliveries, args: [] },
    state: { paused: true },
  })
  worker = await startTestWorker(api.settings, pino({ level: 'silent' }))
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  const { port: apiPort } = api.app.server.address() as AddressInfo
  accounts = {}
  for (const provider of [BELIEVED, ASKED]) {
    const { id, token } = await api.connect(provider)
    accounts[provider] = id
    const url = `http://127.0.0.1:${apiPort}/webhooks/${provider.toLowerCase()}/${token}`
    await api.control('PUT', `/webhook-addresses/${provider}`, { url })
    // It may see the payment at the same moment, and tell the workflow too.
    await notePause(api.database.writer, id, true)
  }
})
afterAll(async () => {
  worker?.shutdown()
  await worker?.stopped
  await api?.close()
  await link?.close()
})

async function chargePaidByWebhook(provider: string, key: string): Promise<number> {
  const answer = await api.call(api.home.keys.seller, 'POST', '/v1/charges', {
    payload: { ...NEW_CHARGE, providerAccountId: accounts[provider] },
    headers: { 'idempotency-key': `${provider}-${key}` },
  })
  expect(answer.statusCode).toBe(201)
  const { id, transactionId } = answer.json()
  await api.control('POST', `/transactions/${provider}/${transactionId}/pay`)
  const handle = api.temporal.workflow.getHandle(chargeWorkflowId(id))
  expect(await handle.result()).toEqual({ status: 'APPROVED' })
  const { events } = await handle.fetchHistory()
  return events?.length ?? 0
}

test.each([
  { what: 'believed', provider: BELIEVED, mostStatements: 25 },
  { what: 'asked about', provider: ASKED, mostStatements: 30 },
])(
  'a Pix charge whose webhook is $what takes at most $mostStatements SQL statements and 17 history events, API to APPROVED',
  async ({ provider, mostStatements }) => {
    // The first one also opens connections, prepares statements and fetches a token.
    await chargePaidByWebhook(provider, 'first')
    const before = link.count()
    const histories: number[] = []
    for (let number = 0; number < CHARGES; number += 1) {
      histories.push(await chargePaidByWebhook(provider, `charge-${number}`))
    }
    // Health checks are in it too: they only make the test stricter.
    const statements = (link.count() - before) / CHARGES
    expect(statements).toBeGreaterThan(10)
    expect(statements).toBeLessThanOrEqual(mostStatements)
    expect(Math.max(...histories), `${histories}`).toBeLessThanOrEqual(17)
  },
)
