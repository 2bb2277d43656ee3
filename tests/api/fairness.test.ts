/** One platform whose providers or endpoints hang, and that asks without end, beside another that wants one charge. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { webhookDeliveries } from '../../db/schema/index.ts'
import type { RunningWorker } from '../../worker/worker.ts'
import { accountReaderWorkflowId, SWEEP_ID, webhookDeliveryWorkflowId } from '../../workflows/messages.ts'
import { makeDue, setReading } from '../support/readings.ts'
import { startTestWorker } from '../support/worker.ts'
import {
  ADDRESS,
  BRIEF_WAIT_MS,
  type ChargingApi,
  NEW_CARD,
  NEW_CHARGE,
  startChargingApi,
  untilTaken,
} from './charging.ts'
import type { Tenant } from './support.ts'

const PATIENCE = { timeout: 60_000 }
/** A server may take this long before it serves the schedules of a namespace that has just been made. */
const FOR_A_SCHEDULE = { timeout: 120_000 }
const SLOTS = { charges: 6, polling: 6, deliveries: 2 }

/** Approved at once. */
const BY_CARD = {
  paymentMethod: 'CREDIT_CARD',
  customerIp: '203.0.113.7',
  address: ADDRESS,
}

let api: ChargingApi
let worker: RunningWorker
/** Where deliveries hang. */
let dead: Awaited<ReturnType<typeof silence>>
const closing: (() => void)[] = []
beforeAll(async () => {
  const providerRequests = { perAccount: 4, waitingPerAccount: 4, total: 6 }
  api = await startChargingApi({
    startWorker: false,
    creationWaitMs: BRIEF_WAIT_MS,
    settings: { workerSlots: SLOTS, providerRequests },
  })
  worker = await startTestWorker(api.directSettings, pino({ level: 'silent' }), {
    // What hangs, hangs until the tests are over.
    httpTimeoutMs: 600_000,
    moneyTimeoutMs: 120_000,
    settleMs: 730_000,
  })
  dead = await silence()
})
afterAll(async () => {
  for (const close of closing) close()
  worker?.shutdown()
  await worker?.stopped
  await api?.close()
})

/** Takes every request and answers none before the test is over. */
async function silence() {
  const held: ServerResponse[] = []
  const server = createServer((_, response) => void held.push(response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { held, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** A seller's endpoint that takes every notice. */
async function ear() {
  const types: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    types.push(JSON.parse(Buffer.concat(chunks).toString()).type)
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => void server.close())
  return { types, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const charge = async ({ keys }: Tenant, payload: object) => {
  const answer = await untilTaken(() =>
    api.call(keys.seller, 'POST', '/v1/charges', { payload: { ...NEW_CHARGE, ...payload } }),
  )
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json()
}

function account(tenant: Tenant, changes: { baseUrl?: string } = {}) {
  const fake = api.sandbox.accounts.find(({ provider }) => provider === 'PAGUESAFE')
  if (!fake) throw new Error('No fake')
  const { publicKey, secretKey, baseUrl } = { ...fake, ...changes }
  const secrets = { publicKey: publicKey ?? '', secretKey: secretKey ?? '' }
  return api.addAccount(tenant, 'PAGUESAFE', { secrets, baseUrl })
}

const tell = async (tenant: Tenant, webhookUrl: string) => {
  const { id: providerAccountId } = await account(tenant)
  const saved = await api.call(tenant.keys.seller, 'POST', '/v1/cards', {
    payload: { ...NEW_CARD, providerAccountId },
  })
  await charge(tenant, { ...BY_CARD, cardId: saved.json().cardId, webhookUrl })
}

it('the other’s seller is told while the first’s endpoint hangs', async () => {
  const { types, url: listening } = await ear()
  for (let number = 0; number < 3; number += 1) await tell(api.home, dead.url)
  await expect.poll(() => dead.held.length, PATIENCE).toBeGreaterThanOrEqual(1)
  await tell(api.other, listening)
  await expect.poll(() => types, PATIENCE).toContain('charge.approved')
})

it('a payment without a notice is found while every place for deliveries hangs, and many more wait', async () => {
  const { writer } = api.database
  const sweeps = async () => (await api.temporal.schedule.getHandle(SWEEP_ID).describe()).info.runningActions.length
  await expect.poll(sweeps, FOR_A_SCHEDULE).toBe(1)
  const { id: accountId } = await account(api.home)
  const { id } = await charge(api.home, { providerAccountId: accountId })
  const reader = api.temporal.workflow.getHandle(accountReaderWorkflowId(accountId))
  await setReading(api, id, { nextReadAt: sql`now() + interval '1 hour'` })
  const { transactionId } = (await api.call(api.home.keys.seller, 'GET', `/v1/charges/${id}`)).json()
  await expect
    .poll(() => reader.describe().catch(() => ({})), PATIENCE)
    .toMatchObject({ status: { name: 'COMPLETED' } })
  for (const tenant of [api.home, api.other]) for (let number = 0; number < 3; number += 1) await tell(tenant, dead.url)
  const hanging = () => dead.held.filter(({ destroyed }) => !destroyed)
  await expect.poll(() => hanging().length, PATIENCE).toBe(SLOTS.deliveries)
  const held = hanging()

  await api.control('POST', `/transactions/PAGUESAFE/${transactionId}/pay`)
  await makeDue(api, id)
  const status = async () => (await api.call(api.home.keys.seller, 'GET', `/v1/charges/${id}`)).json().status
  await expect.poll(status, PATIENCE).toBe('APPROVED')

  expect(hanging().every((response, place) => response === held[place])).toBe(true)
  expect(hanging()).toHaveLength(held.length)
  const [delivery] = await writer.select().from(webhookDeliveries).limit(1)
  const ofDeliveries = api.temporal.workflow.getHandle(webhookDeliveryWorkflowId(delivery?.id ?? ''))
  expect((await reader.describe()).taskQueue).not.toBe((await ofDeliveries.describe()).taskQueue)
}, 300_000)

it('the other’s charge is made while all that the first asked for hangs', async () => {
  const { held, url } = await silence()
  const hanging = await Promise.all([1, 2, 3].map(() => account(api.home, { baseUrl: url })))
  const everywhere = hanging.flatMap((one) => [one, one, one, one])
  await Promise.all(everywhere.map(({ id }) => charge(api.home, { providerAccountId: id })))
  await expect.poll(() => held.length, PATIENCE).toBeGreaterThanOrEqual(3)

  const { id: providerAccountId } = await account(api.other)
  const { id } = await charge(api.other, { providerAccountId })
  const made = async () => (await api.call(api.other.keys.seller, 'GET', `/v1/charges/${id}`)).json().pixCode ?? null
  await expect.poll(made, PATIENCE).not.toBeNull()
  expect(held.filter(({ destroyed }) => destroyed)).toEqual([])
})
