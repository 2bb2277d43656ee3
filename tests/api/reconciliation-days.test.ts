/** What the reader and webhooks find, what a day came to, and comparing before the time. */
import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sweepSummaries } from '../../activities/sweep-summaries.ts'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { noteReading } from '../../db/queries/reconciliation/readings.ts'
import { summariseDay } from '../../db/queries/reconciliation/summaries.ts'
import {
  readings,
  reconciliationItems,
  reconciliationSummaries,
  sellerEvents,
  webhookEndpoints,
  webhookEvents,
} from '../../db/schema/index.ts'
import { dayAfter, dayOf } from '../../domain/analytics.ts'
import { deliverWebhookEvent } from '../../inbox/deliver.ts'
import { startTestApi, type TestApi } from './support.ts'

let today: string
let yesterday: string
let api: TestApi
let accountId: string
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())
beforeEach(async () => {
  today = dayOf(new Date().toISOString())
  yesterday = dayAfter(today, -1)
  await db().delete(readings)
  await db().delete(reconciliationItems)
  await db().delete(reconciliationSummaries)
  accountId = (await api.addAccount(api.home, 'ASAAS')).id
})

const db = () => api.database.writer
const PATH = '/v1/reconciliation'
const call = (method: string, path: string, payload?: object, key = api.home.keys.operator) =>
  api.call(key, method, `${PATH}${path}`, { payload })
const items = async () => {
  const answer = await call('GET', `/items?limit=100&providerAccountId=${accountId}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}

let made = 0
async function paid() {
  made += 1
  const transactionId = `pay_${made}`
  const base = { provider: 'ASAAS', providerAccountId: accountId, transactionId }
  const { id } = await api.addCharge(api.home, { ...base, status: 'APPROVED' })
  return { id, transactionId }
}

describe('what the provider answers', () => {
  it('of another amount is a difference, which its next answer ends', async () => {
    const { id, transactionId } = await paid()
    await noteReading(db(), id, { status: 'APPROVED', amount: 5000 })
    expect(await items()).toEqual([])
    await noteReading(db(), id, { status: 'APPROVED', amount: 4900 })
    expect(await items()).toMatchObject([
      { kind: 'amount', state: 'open', source: 'reading', chargeId: id, transactionId, theirs: { amount: 4900 } },
    ])
    await noteReading(db(), id, { status: 'APPROVED' })
    expect(await items()).toMatchObject([{ state: 'open' }])
    await noteReading(db(), id, { status: 'APPROVED', amount: 5000 })
    expect(await items()).toMatchObject([{ state: 'resolvedAutomatically' }])
  })

  it('does not end what a statement says of an amount, which may be the net', async () => {
    const { id: chargeId, transactionId } = await paid()
    const { platformId } = api.home
    const found = { kind: 'amount', chargeId, transactionId, ours: { amount: 5000 }, theirs: { amount: 4801 } } as const
    await db()
      .insert(reconciliationItems)
      .values({ platformId, providerAccountId: accountId, provider: 'ASAAS', ...found })
    await noteReading(db(), chargeId, { status: 'APPROVED', amount: 5000 })
    expect(await items()).toMatchObject([{ state: 'open', source: 'statement' }])
  })
})

describe('a webhook of a transaction that is not known here', () => {
  const warn = vi.fn()
  async function hear(attempts: number, status = 'RECEIVED', transactionId = `pay_strange_${++made}`) {
    const payment = { id: transactionId, status, value: 12.5, externalReference: null }
    const [stored] = await db()
      .insert(webhookEvents)
      .values({
        platformId: api.home.platformId,
        providerAccountId: accountId,
        provider: 'ASAAS',
        bodyHash: `${transactionId}/${attempts}`,
        headers: {},
        query: {},
        body: JSON.stringify({ id: 'evt', event: `PAYMENT_${status}`, payment }),
        verified: 'sharedSecret',
        attempts,
      })
      .returning()
    const { database, temporal } = api
    expect(await deliverWebhookEvent({ database, temporal, logger: { warn } }, stored?.id ?? '')).toBe('pending')
    return transactionId
  }

  it('is missing here once it has been unknown for an hour, and until it is known', async () => {
    await hear(10)
    expect(await items()).toEqual([])
    const transactionId = await hear(11)
    await hear(12, 'RECEIVED', transactionId)
    expect(await items()).toMatchObject([
      { kind: 'missingHere', source: 'notice', state: 'open', transactionId, ours: null, theirs: { amount: 1250 } },
    ])
    const { id: chargeId } = await api.addCharge(api.home, { amount: 1250 })
    const of = { accountId, transactionId, provider: 'ASAAS' }
    await applyTransition(db(), { chargeId, to: 'APPROVED', cause: 'webhook', key: 'late', of })
    expect(await items()).toMatchObject([{ state: 'resolvedAutomatically', chargeId }])
  })

  it('is none while it moves no money', async () => {
    await hear(11, 'PENDING')
    expect(await items()).toEqual([])
  })

  it('is not listed for ever: a hundred say that another system sells there, too, and the log tells once of what is not', async () => {
    for (let count = 0; count < 100; count += 1) await hear(11)
    expect(warn).not.toHaveBeenCalled()
    for (let count = 0; count < 2; count += 1) await hear(11)
    expect(await db().$count(reconciliationItems, eq(reconciliationItems.providerAccountId, accountId))).toBe(100)
    expect(warn.mock.calls).toEqual([[{ accountId }, expect.any(String)]])
  })
})

describe('a day', () => {
  const at = (day: string, hour: number) => `${day}T${String(hour).padStart(2, '0')}:00:00-03:00`
  const found = (values: Partial<typeof reconciliationItems.$inferInsert>) =>
    db()
      .insert(reconciliationItems)
      .values({
        platformId: api.home.platformId,
        providerAccountId: accountId,
        provider: 'ASAAS',
        kind: 'missingThere',
        transactionId: `x${++made}`,
        ours: { amount: 300 },
        foundAt: at(yesterday, 10),
        ...values,
      })
  /** The platforms' accounts are as old as said: no account of theirs is older. */
  const begin = (days: number) =>
    db().execute(sql`UPDATE provider_accounts SET created_at = now() - make_interval(days => ${days})`)
  const sweep = () => sweepSummaries({ database: api.database, temporal: api.temporal })
  const daysOf = async (key = api.home.keys.operator) => {
    const { data } = (await call('GET', '/summaries?limit=100', undefined, key)).json()
    return data.map((summary: { day: string }) => summary.day).toSorted()
  }
  const daysAgo = (first: number, last: number) =>
    Array.from({ length: first - last + 1 }, (_, index) => dayAfter(today, index - first))

  it('is written down once, by account and kind, and told to the endpoints that chose it', async () => {
    await begin(9)
    await db()
      .insert(webhookEndpoints)
      .values({ platformId: api.home.platformId, url: 'https://shop.example', events: ['*'], sealedSecret: 'x' })
    const { id } = await paid()
    await db()
      .update(readings)
      .set({ readAt: at(yesterday, 3) })
      .where(eq(readings.id, id))
    await found({})
    await found({ kind: 'amount', ours: { amount: 500 }, theirs: { amount: 450 }, foundAt: at(dayAfter(today, -5), 1) })
    const over = { state: 'resolvedByHand', resolvedAt: at(yesterday, 20) } as const
    await found({ ...over, foundAt: at(dayAfter(today, -4), 1) })
    await found({ state: 'resolvedByHand', resolvedAt: at(today, 1) })
    await found({ foundAt: at(today, 1) })
    await found({ ours: { amount: 70, currency: 'USD' } })
    await found({ ...over, foundAt: at(dayAfter(today, -9), 1), resolvedAt: at(dayAfter(today, -8), 1) })
    for (let times = 0; times < 2; times += 1) await sweep()

    expect(await daysOf()).toEqual(daysAgo(9, 1))
    const { data: all } = (await call('GET', '/summaries')).json()
    const data = all.filter(({ day }: { day: string }) => day === yesterday)
    const dollars = { currency: 'USD', foundAmount: 70, openAmount: 70 }
    const reais = { currency: 'BRL', foundAmount: 600, openAmount: 650 }
    const totals = { found: 3, resolved: 1, open: 4, amounts: [reais, dollars] }
    expect(data).toMatchObject([{ day: yesterday, ...totals }])
    const account = data[0].accounts.find((one: { providerAccountId: string }) => one.providerAccountId === accountId)
    const none = { found: 0, resolved: 0, open: 0, amounts: [] }
    expect(account.differences).toEqual({
      missingHere: none,
      missingThere: { found: 3, resolved: 1, open: 3, amounts: [{ ...reais, openAmount: 600 }, dollars] },
      amount: { ...none, open: 1, amounts: [{ ...reais, foundAmount: 0, openAmount: 50 }] },
      status: none,
    })
    const told = await db().select().from(sellerEvents).where(eq(sellerEvents.type, 'reconciliation.summary'))
    expect(told).toHaveLength(9)
    expect(told).toContainEqual(expect.objectContaining({ kind: 'reconciliation', subjectId: data[0].id, sequence: 1 }))
    expect(await daysOf(api.other.keys.operator)).toEqual([])
  })

  it('says how much was compared where that is known: of a day that is made up for, later readings have taken the place', async () => {
    await begin(3)
    const read = { kind: 'charge', id: (await paid()).id, providerAccountId: accountId, readAt: sql`now()` } as const
    const target = [readings.kind, readings.id]
    await db()
      .insert(readings)
      .values(read as never)
      .onConflictDoUpdate({ target, set: { readAt: sql`now()` } })
    await sweep()
    await summariseDay(db(), api.home.platformId, today)
    const { data } = (await call('GET', '/summaries')).json()
    const comparedOn = (wanted: string) => {
      const { compared, accounts } = data.find(({ day }: { day: string }) => day === wanted)
      const own = accounts.find((one: { providerAccountId: string }) => one.providerAccountId === accountId)
      return [compared, own.compared]
    }
    expect(comparedOn(dayAfter(today, -2))).toEqual([null, null])
    expect(comparedOn(today)).toEqual([1, 1])
  })

  it('is none before the platform had an account', async () => {
    await begin(0)
    await sweep()
    expect(await daysOf()).toEqual([])
  })

  it('that no worker was there to sum up is made up for, as far back as a month', async () => {
    await begin(90)
    await sweep()
    expect(await daysOf()).toEqual(daysAgo(31, 1))
    const [first, second] = [dayAfter(today, -3), dayAfter(today, -2)]
    await db()
      .delete(reconciliationSummaries)
      .where(inArray(reconciliationSummaries.day, [first, second]))
    await sweep()
    expect(await daysOf()).toEqual(daysAgo(31, 1))
  })

  it('of one platform that cannot be summed up leaves the days of the others', async () => {
    const theirs = await api.addAccount(api.other, 'ASAAS')
    await begin(2)
    const broken = { ours: { amount: 'much' as never }, platformId: api.other.platformId, providerAccountId: theirs.id }
    await found({ ...broken, foundAt: at(dayAfter(today, -2), 1) })
    const first = `${api.other.platformId}/${dayAfter(today, -2)}`
    await expect(sweep()).rejects.toThrow(new RegExp(`^2 of 4 failed, ${first} first$`))
    expect([await daysOf(), await daysOf(api.other.keys.operator)]).toEqual([daysAgo(2, 1), []])
    await db().delete(reconciliationItems)
    await sweep()
    expect(await daysOf(api.other.keys.operator)).toEqual(daysAgo(2, 1))
  })
})

describe('comparing now', () => {
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
  const readingOf = async (id: string) => (await db().select().from(readings).where(eq(readings.id, id)))[0]

  it('reads soon what may still change, in its own rhythm, and nothing of another platform', async () => {
    const [old, fresh, over] = [await paid(), await paid(), await paid()]
    const theirs = await api.addMadeCharge(api.other, { status: 'APPROVED' })
    const add = (id: string, values: Partial<typeof readings.$inferInsert>, providerAccountId = accountId) =>
      db()
        .insert(readings)
        .values({ kind: 'charge', id, providerAccountId, settled: true, ...values })
        .onConflictDoUpdate({ target: [readings.kind, readings.id], set: values })
    const later = { nextReadAt: hours(500), reads: 3, settled: true }
    await add(old.id, { ...later, readAt: hours(-100) })
    await add(fresh.id, { ...later, readAt: hours(0) })
    await add(over.id, { ...later, nextReadAt: null })
    await add(theirs.id, later, theirs.providerAccountId ?? '')

    const answer = await call('POST', '/run', { providerAccountId: accountId })
    expect([answer.statusCode, answer.json()]).toEqual([202, { readings: 1, seconds: 1 }])
    const due = await readingOf(old.id)
    expect(due?.reads).toBe(2)
    expect(Date.parse(due?.nextReadAt ?? '')).toBeLessThan(Date.now() + 5_000)
    expect((await readingOf(fresh.id))?.reads).toBe(3)
    expect((await readingOf(over.id))?.nextReadAt).toBeNull()
    expect((await call('POST', '/run', {})).json().readings).toBe(0)
    expect((await readingOf(theirs.id))?.reads).toBe(3)
    const foreign = await call('POST', '/run', { providerAccountId: theirs.providerAccountId ?? '' })
    expect(foreign.statusCode).toBe(404)
  })

  it('leaves half of the pace to what is due anyway, however much there is', async () => {
    const { rows } = { rows: 6_000 }
    await db().execute(sql`
      INSERT INTO readings (kind, id, provider_account_id, settled, next_read_at, reads)
      SELECT 'payment', gen_random_uuid(), ${accountId}, true, now() + interval '9 days', 2 FROM generate_series(1, ${rows}::int)`)
    expect((await call('POST', '/run', { providerAccountId: accountId })).json()).toEqual({
      readings: rows,
      seconds: 600,
    })
    const [first] = await db().execute<{ count: number }>(sql`
      WITH own AS (SELECT next_read_at FROM readings WHERE provider_account_id = ${accountId})
      SELECT count(*)::int FROM own WHERE next_read_at < (SELECT min(next_read_at) FROM own) + interval '1 minute'`)
    expect(first?.count).toBeGreaterThan(300)
    expect(first?.count).toBeLessThan(900)
  })
})
