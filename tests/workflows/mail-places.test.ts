/** A mail server that hangs, and a long queue, are a load on nothing else. */
import { asyncLocalStorage } from '@temporalio/activity'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { giveUpMail, sendMail } from '../../activities/send-mail.ts'
import { startDueDeliveries, startDueMails } from '../../activities/start-deliveries.ts'
import { claimMails, recordMailTry } from '../../db/queries/mail/outbox.ts'
import { databaseTime } from '../../db/queries/time.ts'
import { claimDeliveries } from '../../db/queries/webhook/deliveries.ts'
import { mails, webhookDeliveries, webhookEndpoints } from '../../db/schema/index.ts'
import { createShares } from '../../gateway/shares.ts'
import { startMail } from '../../temporal/start-delivery.ts'
import { mailDeliveryWorkflowId } from '../../workflows/messages.ts'
import { startTestApi, type TestApi } from '../api/support.ts'
import { addDelivery, complete } from '../support/deliveries.ts'
import { waitingForTemporal } from '../support/patient-temporal.ts'

const SLOTS = 50
const PLACES = 10
/** What is asked for at once. */
const BATCH = 100
const UUID_LENGTH = 36
const LONG_AGO = '2026-01-01T00:00:00Z'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  // What Temporal answers late is left to a later round, which there is none of here.
  waitingForTemporal(api)
})
afterAll(() => api?.close())
beforeEach(async () => {
  await api.database.writer.delete(mails)
  await api.database.writer.delete(webhookDeliveries)
})

async function addMails(count: number): Promise<string[]> {
  const { id: chargeId, platformId } = await api.addMadeCharge(api.home)
  const numbers = Array.from({ length: count }, (_, number) => number + 1)
  const rows = await api.database.writer
    .insert(mails)
    .values(
      numbers.map((refundedUntilThen) => ({
        platformId,
        chargeId,
        kind: 'refunded' as const,
        amount: 1,
        refundedUntilThen,
        startAt: LONG_AGO,
      })),
    )
    .returning()
  return rows.map(({ id }) => id)
}

test('mails that find no place behind a server that hangs have read nothing, and ask again less and less', async () => {
  const ids = await addMails(PLACES + 1)
  const [last = ''] = ids.slice(PLACES)
  let reads = 0
  const release: (() => void)[] = []
  const send = sendMail({
    database: {
      writer: new Proxy(api.database.writer, {
        get: (target, name) => {
          if (name === 'select') reads += 1
          return Reflect.get(target, name, target)
        },
      }),
    },
    deliveries: createShares(SLOTS),
    mailer: {
      send: async () => {
        await new Promise<void>((resolve) => release.push(resolve))
        return { outcome: 'sent' }
      },
    },
    publicUrl: 'https://trilho.example',
  } as never)
  const attempt = (mailId: string, number = 1) =>
    asyncLocalStorage.run({ info: { attempt: number } } as never, () => send({ mailId }))

  const hanging = ids.slice(0, PLACES).map((id) => attempt(id))
  await expect.poll(() => release.length, { timeout: 60_000 }).toBe(PLACES)
  const rests: number[] = []
  for (const number of [1, 3, 10, 5000]) {
    const refusal = await attempt(last, number).catch((error) => error)
    expect(refusal).toMatchObject({ type: 'RateLimited' })
    rests.push(refusal.nextRetryDelay)
  }
  expect(reads).toBe(PLACES)
  const seconds = [1, 4, 30, 30]
  for (const [place, rest] of rests.entries()) {
    expect(rest).toBeGreaterThanOrEqual((seconds[place] ?? 0) * 1000)
    expect(rest).toBeLessThanOrEqual((seconds[place] ?? 0) * 2000)
  }

  for (const free of release) free()
  await Promise.all(hanging)
  const rest = attempt(last)
  await expect.poll(() => release.length, { timeout: 60_000 }).toBe(PLACES + 1)
  release.at(-1)?.()
  await rest
  expect(await api.database.writer.$count(mails, eq(mails.state, 'sent'))).toBe(PLACES + 1)
})

test('a flood of deliveries delays no other platform’s, and no other endpoint’s', async () => {
  const { writer } = api.database
  const chatty = await api.addMadeCharge(api.home)
  const secret = { url: 'https://shop.example', events: [], sealedSecret: 'x' }
  const endpoint = { platformId: chatty.platformId, ...secret } as typeof webhookEndpoints.$inferInsert
  const [slow] = await writer.insert(webhookEndpoints).values(endpoint).returning()
  const { eventId, url, platformId, chargeId } = await addDelivery(writer, chatty, { startAt: LONG_AGO })
  const flood = { eventId, url, platformId, chargeId, endpointId: slow?.id ?? '', startAt: LONG_AGO }
  await writer.insert(webhookDeliveries).values(Array.from({ length: 3 * BATCH }, () => flood))
  const quiet = await addDelivery(writer, await api.addMadeCharge(api.other))
  const own = await addDelivery(writer, await api.addMadeCharge(api.home))
  const { claimed, isMore } = await claimDeliveries(writer, await databaseTime(writer), 6)
  expect(claimed.map(({ id }) => id)).toEqual(expect.arrayContaining([quiet.id, own.id]))
  expect(claimed.length).toBeLessThanOrEqual(6)
  expect(isMore).toBe(true)
})

test('a flood of mails delays no other platform’s', async () => {
  const { writer } = api.database
  await addMails(3 * BATCH)
  const { id: chargeId, platformId } = await api.addMadeCharge(api.other)
  await writer.insert(mails).values({ platformId, chargeId, kind: 'refunded', amount: 1, refundedUntilThen: 1 })
  const claimed = await claimMails(writer, await databaseTime(writer), 6)
  expect(claimed.map((mail) => mail.platformId)).toContain(platformId)
})

test('a call starts no more than a thousand deliveries, and says that there are more', async () => {
  const { writer } = api.database
  const { eventId, url, platformId, chargeId } = await addDelivery(writer, await api.addMadeCharge(api.home))
  await writer
    .insert(webhookDeliveries)
    .values(Array.from({ length: 1000 }, () => ({ eventId, url, platformId, chargeId })))
  const { started, dependencies } = starting(async () => {})
  expect(await startDueDeliveries(dependencies)).toBe(true)
  expect(started).toHaveLength(1000)
  expect(await startDueDeliveries(dependencies)).toBe(false)
  expect(new Set(started).size).toBe(1001)
})

/** A Temporal that takes what it is given, or after whose refusal it is due again at once. */
function starting(start: (id: string) => Promise<void>) {
  const started: string[] = []
  const temporal = {
    connection: { withDeadline: (_: number, call: () => unknown) => call() },
    workflow: {
      start: (_: string, { workflowId, priority }: { workflowId: string; priority: object }) => {
        started.push(workflowId)
        expect(priority).toEqual({ fairnessKey: api.home.platformId })
        return start(workflowId.slice(-UUID_LENGTH))
      },
    },
  }
  const logger = { warn: () => {} }
  return { started, dependencies: { database: api.database, temporal, logger, mailer: {} } as never }
}

test.each([
  ['mails', mails, startDueMails],
  ['deliveries', webhookDeliveries, startDueDeliveries],
] as const)(
  'a call goes once round the %s that are due, whatever becomes due again meanwhile',
  async (_, table, startDue) => {
    const { writer } = api.database
    const charge = await api.addMadeCharge(api.home)
    const { eventId, url, platformId, chargeId } = await addDelivery(writer, charge)
    const more = Array.from({ length: BATCH - 1 }, () => ({ eventId, url, platformId, chargeId }))
    await writer.insert(webhookDeliveries).values(more)
    await addMails(BATCH)
    const { started, dependencies } = starting(async (id) => {
      if (started.length < 5 * BATCH)
        await writer.update(table).set({ startAt: sql`clock_timestamp()` }).where(eq(table.id, id))
      throw new Error('Temporal is not there')
    })
    await startDue(dependencies)
    expect(started).toHaveLength(BATCH)
    expect(new Set(started).size).toBe(BATCH)
  },
)

test('a mail whose workflow waits is not started every few seconds', async () => {
  await addMails(BATCH + 1)
  const { started, dependencies } = starting(async () => {})
  await startDueMails(dependencies)
  await api.database.writer.update(mails).set({ startAt: sql`start_at - interval '1 minute'` })
  await startDueMails(dependencies)
  expect(started).toHaveLength(BATCH + 1)
})

/** As many deliveries as a call asks for at once, and one more, untried since then. */
async function addUntried(since: string): Promise<void> {
  const { writer } = api.database
  const delivery = await addDelivery(writer, await api.addMadeCharge(api.home), { createdAt: since })
  const { eventId, url, platformId, chargeId } = delivery
  const more = Array.from({ length: BATCH }, () => ({ eventId, url, platformId, chargeId, createdAt: since }))
  await writer.insert(webhookDeliveries).values(more)
}

const timePasses = (minutes: number) =>
  api.database.writer.update(webhookDeliveries).set({ startAt: sql`start_at - make_interval(mins => ${minutes})` })

test('a delivery whose workflow waits for a place is started again ever less often', async () => {
  await addUntried(new Date(Date.now() - 30 * 60_000).toISOString())
  const { started, dependencies } = starting(async () => {})
  await startDueDeliveries(dependencies)
  await timePasses(25)
  await startDueDeliveries(dependencies)
  expect(started).toHaveLength(BATCH + 1)
  await timePasses(10)
  await startDueDeliveries(dependencies)
  expect(started).toHaveLength(2 * (BATCH + 1))
})

test('one that Temporal did not take, or that a resend has made due meanwhile, waits no longer than before', async () => {
  await addUntried(LONG_AGO)
  const isResent = sql`clock_timestamp()`
  const { started, dependencies } = starting(async (id) => {
    if (started.length > 1) throw new Error('Temporal is not there')
    await api.database.writer.update(webhookDeliveries).set({ startAt: isResent }).where(eq(webhookDeliveries.id, id))
  })
  await startDueDeliveries(dependencies)
  expect(started).toHaveLength(BATCH + 1)
  await timePasses(1)
  await startDueDeliveries(dependencies)
  expect(started).toHaveLength(2 * (BATCH + 1))
})

test('a mail that was tried, and whose workflow is gone, is started again long after its last try', async () => {
  const [id = ''] = await addMails(1)
  const { writer } = api.database
  await recordMailTry(writer, id, { state: 'pending', error: 'busy' })
  const { started, dependencies } = starting(async () => {})
  await startDueMails(dependencies)
  expect(started).toEqual([])
  await writer.update(mails).set({ startAt: sql`start_at - interval '3 hours'` })
  await startDueMails(dependencies)
  expect(started).toEqual([mailDeliveryWorkflowId(id)])
})

const DAYS_AGO = (days: number) => sql`now() - make_interval(days => ${days})` as never

test.each([
  ['was never tried, because no worker was there', { createdAt: DAYS_AGO(3) }, 'pending'],
  ['was never tried in two weeks', { createdAt: DAYS_AGO(15) }, 'failed'],
  ['was tried', { createdAt: DAYS_AGO(3), attempts: 1 }, 'failed'],
] as const)('a mail that %s is %s after two days', async (_, changes, state) => {
  const [id = ''] = await addMails(1)
  const { writer } = api.database
  await writer.update(mails).set(changes)
  const said: unknown[] = []
  const dependencies = {
    database: api.database,
    temporal: api.temporal,
    logger: { warn: () => {}, error: (facts: object) => said.push(facts) },
    mailer: {},
  } as never
  await startDueMails(dependencies)
  const handle = api.temporal.workflow.getHandle(mailDeliveryWorkflowId(id))
  const { runId } = await handle.describe()
  await complete(api.temporal, mailDeliveryWorkflowId(id))
  await giveUpMail(dependencies)({ mailId: id })
  await startDueMails(dependencies)
  const isGivenUp = state === 'failed'
  const lastError = isGivenUp ? 'No worker sent it in time' : null
  expect(await writer.select().from(mails).where(eq(mails.id, id))).toMatchObject([{ state, lastError }])
  expect(said).toMatchObject(isGivenUp ? [{ mailId: id }] : [])
  const last = await handle.describe()
  expect(last.runId !== runId).toBe(state === 'pending')
  if (state === 'pending') await handle.terminate()
})

test('a mail whose workflow was terminated is started again; one that is under way is not', async () => {
  const [id = ''] = await addMails(1)
  const { temporal } = api
  const again = () =>
    startMail({ temporal, logger: { warn: () => {} } as never }, { id, platformId: api.home.platformId })
  const handle = temporal.workflow.getHandle(mailDeliveryWorkflowId(id))
  const runOf = async () => {
    const { runId, status } = await handle.describe()
    expect(status.name).toBe('RUNNING')
    return runId
  }
  await again()
  const first = await runOf()
  expect(await again()).toBe(true)
  expect(await runOf()).toBe(first)
  await handle.terminate()
  expect(await again()).toBe(true)
  expect(await runOf()).not.toBe(first)
})
