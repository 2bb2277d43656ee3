/** What a database has lost with its last second, and its provider does not say again, is read once another server answers. */
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { chargeEvents, charges, databaseServers, payments, readings } from '../../db/schema/index.ts'
import { deliverWebhookEvent } from '../../inbox/deliver.ts'
import { chargeWorkflowId } from '../../workflows/messages.ts'
import { type ChargeStack, startChargeStack } from '../support/charge-stack.ts'
import { paidCharge } from '../support/disbursements.ts'
import { setReading, wakeReaderOf } from '../support/readings.ts'
import { startQuickSweep } from '../support/sweeps.ts'
import { storeNotice, storeWebhook } from '../support/webhooks.ts'

let stack: ChargeStack
let account: string
beforeAll(async () => {
  stack = await startChargeStack()
  account = await stack.addAccount('PAGUESAFE')
  await startQuickSweep(stack, { everyMs: 200 })
})
afterAll(() => stack?.close())

const readingOf = async (chargeId: string) => {
  const [row] = await stack.database.writer.select().from(readings).where(eq(readings.id, chargeId))
  return row
}
const seen = async () => (await stack.database.writer.select().from(databaseServers))[0]
const change = (values: Partial<typeof databaseServers.$inferInsert>) =>
  stack.database.writer.update(databaseServers).set(values)

/** As a worker finds it after a failover: the server that it knew is not the one that answers. */
async function failOver(): Promise<void> {
  await change({ identity: 'the one before' })
  await expect.poll(async () => (await seen())?.identity).not.toBe('the one before')
}

/** Until it was read since, and is put back for its hour. */
async function untilReadAgain(chargeId: string, before: string | null | undefined): Promise<void> {
  await expect.poll(async () => (await readingOf(chargeId))?.readAt).not.toBe(before)
  const minutes = async () => (Date.parse((await readingOf(chargeId))?.nextReadAt ?? '') - Date.now()) / 60_000
  await expect.poll(minutes).toBeGreaterThan(50)
  expect(await minutes()).toBeLessThan(70)
}

test('a server is itself until it is started again, and names its start and its timeline', async () => {
  await expect.poll(async () => (await seen())?.identity).toMatch(/^\d{4}-\d\d-\d\d .+ [0-9A-F]{8}$/)
  expect((await seen())?.onceMoreAt).toBeNull()
})

test('a charge that was paid lately is read when another answers, and not before', async () => {
  const chargeId = await paidCharge(stack, account)
  const { provider, transactionId } = await stack.charge(chargeId)
  await stack.control('POST', `/transactions/${provider}/${transactionId}/chargeback`)
  const nextInMs = async () => Date.parse((await readingOf(chargeId))?.nextReadAt ?? '') - Date.now()
  await expect.poll(nextInMs).toBeGreaterThan(4 * 60_000)
  expect((await stack.charge(chargeId)).status).toBe('APPROVED')
  await failOver()
  await expect.poll(async () => (await stack.charge(chargeId)).status).toBe('CHARGEBACK')
})

test('and once more later, for a provider whose readings lag; its other readings stay where they were', async () => {
  const chargeId = await paidCharge(stack, account)
  const before = (await readingOf(chargeId))?.readAt
  const failedOverAt = Date.now()
  await failOver()
  await untilReadAgain(chargeId, before)
  const onceMoreAt = Date.parse((await seen())?.onceMoreAt ?? '')
  expect(onceMoreAt).toBeGreaterThan(failedOverAt + 60_000)
  expect(onceMoreAt).toBeLessThan(Date.now() + 125_000)

  const first = (await readingOf(chargeId))?.readAt
  await change({ onceMoreAt: new Date(Date.now() - 1000).toISOString() })
  await untilReadAgain(chargeId, first)
  expect((await seen())?.onceMoreAt).toBeNull()
})

test('of a charge that is disputed there is another reading after as long as readings lag, and it is not taken for the regular one', async () => {
  const chargeId = await paidCharge(stack, account)
  const { provider, transactionId } = await stack.charge(chargeId)
  await stack.control('POST', `/transactions/${provider}/${transactionId}/chargeback`)
  await setReading(stack, chargeId, { nextReadAt: sql`now()` })
  await wakeReaderOf(stack, chargeId)
  await expect.poll(async () => (await stack.charge(chargeId)).status).toBe('CHARGEBACK')
  for (const round of [failOver, () => change({ onceMoreAt: new Date(Date.now() - 1000).toISOString() })]) {
    const before = (await readingOf(chargeId))?.readAt
    await round()
    await expect.poll(async () => (await readingOf(chargeId))?.readAt).not.toBe(before)
    const minutes = async () => (Date.parse((await readingOf(chargeId))?.nextReadAt ?? '') - Date.now()) / 60_000
    await expect.poll(minutes).toBeGreaterThan(8)
    expect(await minutes()).toBeLessThan(12)
  }
})

test('a charge that ended long ago is read after a mere restart if a notice of it came lately', async () => {
  const chargeId = await paidCharge(stack, account)
  const transactionId = (await stack.charge(chargeId)).transactionId ?? ''
  const eventId = await storeNotice(stack, { accountId: account, transactionId, status: 'paid', proof: 'signature' })
  expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
  await stack.temporal.workflow.getHandle(`${chargeWorkflowId(chargeId)}/event/${eventId}`).result()
  await setReading(stack, chargeId, {
    since: new Date(Date.now() - 40 * 86_400_000).toISOString(),
    nextReadAt: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    reads: 4,
  })
  await stack.control('POST', `/transactions/PAGUESAFE/${transactionId}/chargeback`)
  const [timeline] = (await seen())?.identity.match(/[0-9A-F]{8}$/) ?? []
  await change({ identity: `started before ${timeline}` })
  await expect.poll(async () => (await stack.charge(chargeId)).status).toBe('CHARGEBACK')
})

test('after a promotion what was settled long ago is read before its time, in its own rhythm; after a mere restart it is not', async () => {
  const chargeId = await paidCharge(stack, account)
  const monthFromNow = new Date(Date.now() + 30 * 86_400_000).toISOString()
  const old = {
    since: new Date(Date.now() - 40 * 86_400_000).toISOString(),
    nextReadAt: monthFromNow,
    readAt: null,
    reads: 4,
  }
  await setReading(stack, chargeId, old)
  const { provider, transactionId } = await stack.charge(chargeId)
  await stack.control('POST', `/transactions/${provider}/${transactionId}/chargeback`)

  const told = { info: vi.spyOn(stack.logger, 'info'), warn: vi.spyOn(stack.logger, 'warn') }
  onTestFinished(() => void vi.restoreAllMocks())
  const words = (level: 'info' | 'warn') =>
    told[level].mock.calls.map((call) => String(call[1])).filter((message) => message.includes('database'))
  const [timeline] = (await seen())?.identity.match(/[0-9A-F]{8}$/) ?? []
  const restarted = `started before ${timeline}`
  await change({ identity: restarted })
  await expect.poll(async () => (await seen())?.identity).not.toBe(restarted)
  // Each start of a machine that has all on it is a restart, too.
  await expect.poll(() => words('info').join()).toContain('the database has restarted')
  expect(words('warn')).toEqual([])
  expect((await readingOf(chargeId))?.reads).toBe(4)
  expect(Date.parse((await readingOf(chargeId))?.nextReadAt ?? '')).toBe(Date.parse(monthFromNow))

  await failOver()
  await expect.poll(() => words('warn').join()).toContain('another database server answers')
  await expect.poll(async () => (await stack.charge(chargeId)).status).toBe('CHARGEBACK')
})

test('after a promotion what a notice led to is made again, where no reading says it', async () => {
  const unreadable = await stack.addAccount('FLOW2PAY')
  await stack.control('PUT', '/webhook-addresses/FLOW2PAY', { url: 'http://127.0.0.1:1/' })
  const { chargeId, creation } = await stack.start([unreadable], { amount: 5_000 })
  await creation
  const { transactionId } = await stack.charge(chargeId)
  await stack.control('POST', `/transactions/FLOW2PAY/${transactionId}/pay`)
  const path = `/webhooks?provider=FLOW2PAY&transaction=${transactionId}`
  const { data } = await stack.control<{ data: { body: string }[] }>('GET', path)
  const eventId = await storeWebhook(stack, unreadable, JSON.parse(data[0]?.body ?? '{}'), 'sharedSecret')
  expect(await deliverWebhookEvent(stack, eventId)).toBe('delivered')
  expect(await stack.temporal.workflow.getHandle(chargeWorkflowId(chargeId)).result()).toEqual({ status: 'APPROVED' })
  // As the promoted server has them: the notice is there, and what it led to is not.
  await stack.database.writer.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL session_replication_role = replica`)
    await tx.delete(payments).where(eq(payments.chargeId, chargeId))
    await tx.delete(chargeEvents).where(and(eq(chargeEvents.chargeId, chargeId), eq(chargeEvents.to, 'APPROVED')))
    await tx.update(charges).set({ status: 'PENDING' }).where(eq(charges.id, chargeId))
  })
  await failOver()
  await expect.poll(async () => (await stack.charge(chargeId)).status).toBe('APPROVED')
})
