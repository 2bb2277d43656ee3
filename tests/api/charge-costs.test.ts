/** What a charge costs where no clock is needed to say it; docs/performance.md has the figures that need one. */
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { RunningWorker } from '../../worker/worker.ts'
import { chargeWorkflowId, SWEEP_ID, TASK_QUEUES, WORKFLOW_TYPES } from '../../workflows/messages.ts'
import { type CountingLink, countingLink } from '../support/counting-link.ts'
import { startTestWorker } from '../support/worker.ts'
import { type ChargingApi, NEW_CHARGE, startChargingApi } from './charging.ts'

const CHARGES = 5
const PROVIDER = 'ASAAS'

let link: CountingLink
let api: ChargingApi
let worker: RunningWorker
let accountId: string

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
  const { id, token } = await api.connect(PROVIDER)
  accountId = id
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  const { port: apiPort } = api.app.server.address() as AddressInfo
  const url = `http://127.0.0.1:${apiPort}/webhooks/${PROVIDER.toLowerCase()}/${token}`
  await api.control('PUT', `/webhook-addresses/${PROVIDER}`, { url })
})
afterAll(async () => {
  worker?.shutdown()
  await worker?.stopped
  await api?.close()
  await link?.close()
})

async function chargePaidByWebhook(key: string): Promise<{ workflowId: string }> {
  const answer = await api.call(api.home.keys.seller, 'POST', '/v1/charges', {
    payload: { ...NEW_CHARGE, providerAccountId: accountId },
    headers: { 'idempotency-key': key },
  })
  expect(answer.statusCode).toBe(201)
  const { id, transactionId } = answer.json()
  await api.control('POST', `/transactions/${PROVIDER}/${transactionId}/pay`)
  const handle = api.temporal.workflow.getHandle(chargeWorkflowId(id))
  expect(await handle.result()).toEqual({ status: 'APPROVED' })
  return { workflowId: handle.workflowId }
}

test('a Pix charge paid by webhook takes at most 25 SQL statements and 19 history events, API to APPROVED', async () => {
  // The first one also opens connections, prepares statements and fetches a token.
  await chargePaidByWebhook('first')
  const before = link.count()
  const histories: number[] = []
  for (let number = 0; number < CHARGES; number += 1) {
    const { workflowId } = await chargePaidByWebhook(`charge-${number}`)
    const { events } = await api.temporal.workflow.getHandle(workflowId).fetchHistory()
    histories.push(events?.length ?? 0)
  }
  // Health checks are in it too: they only make the test stricter.
  const statements = (link.count() - before) / CHARGES
  expect(statements).toBeGreaterThan(10)
  expect(statements).toBeLessThanOrEqual(25)
  // The account's reader may see the payment at the same moment and tell the workflow, too; nothing makes them fewer than it asks for.
  expect(Math.min(...histories), `${histories}`).toBeLessThanOrEqual(19)
})
