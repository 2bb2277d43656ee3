/** What an account's reader claims, and when what it has read is due again. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  claimDue,
  finishReading,
  makeDue,
  putBack,
  readDisputedAgain,
  readWhatIsRepeated,
  unreadAccounts,
} from '../../db/queries/reading/due.ts'
import { accountReaders, charges, readings, webhookEvents } from '../../db/schema/index.ts'
import { UNSTATED_EXPIRY_MS } from '../../domain/payment-method.ts'
import type { ReadingKind } from '../../domain/reading.ts'
import { startTestApi, type Tenant, type TestApi } from '../api/support.ts'

const HOUR_MS = 3_600_000

let api: TestApi
let account: string
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())
beforeEach(async () => {
  account = (await api.addAccount(api.home, 'ASAAS')).id
})

const db = () => api.database.writer

/** Something of the account that has been due for so long. */
async function due(kind: ReadingKind, minutesAgo = 1, settled = false): Promise<string> {
  const id = uuidv7()
  const nextReadAt = sql`now() - ${`${minutesAgo} minutes`}::interval`
  await db().insert(readings).values({ kind, id, settled, providerAccountId: account, nextReadAt })
  return id
}

describe('of what is due it takes', () => {
  /** Each has been due for a minute longer than the one after it. */
  const several = async (count: number, kind: ReadingKind, since: number, isSettled = false) => {
    const ids: string[] = []
    for (let number = 0; number < count; number += 1) ids.push(await due(kind, since - number, isSettled))
    return ids
  }

  test.each([
    { charges: 3, receivers: 20, places: 8, kept: 0, taken: [3, 5] },
    { charges: 3, receivers: 20, places: 8, kept: 2, taken: [3, 5] },
    { charges: 20, receivers: 20, places: 8, kept: 0, taken: [8, 0] },
    { charges: 20, receivers: 20, places: 8, kept: 2, taken: [6, 2] },
    { charges: 20, receivers: 1, places: 8, kept: 2, taken: [7, 1] },
    { charges: 20, receivers: 0, places: 8, kept: 2, taken: [8, 0] },
    { charges: 0, receivers: 20, places: 8, kept: 2, taken: [0, 8] },
    { charges: 2, receivers: 2, places: 1, kept: 0, taken: [1, 0] },
    { charges: 2, receivers: 2, places: 1, kept: 1, taken: [0, 1] },
    { charges: 2, receivers: 0, places: 1, kept: 1, taken: [1, 0] },
    { charges: 2, receivers: 2, places: 8, kept: 2, taken: [2, 2] },
  ])('$taken of $charges charges and $receivers receivers with $places places and $kept kept', async (row) => {
    const { charges, receivers, places, kept, taken } = row
    const patient = await several(receivers, 'receiver', 1_000, true)
    const urgent = await several(charges, 'charge', 30)
    const claimed = (await claimDue(db(), account, places, kept)).map(({ id }) => id)
    expect(claimed.sort()).toEqual([...urgent.slice(0, taken[0]), ...patient.slice(0, taken[1])].sort())
  })

  test.each([
    { kind: 'charge', settled: false, goesFirst: true },
    { kind: 'charge', settled: true, goesFirst: true },
    { kind: 'payment', settled: false, goesFirst: true },
    { kind: 'refund', settled: false, goesFirst: true },
    { kind: 'withdrawal', settled: false, goesFirst: true },
    { kind: 'receiver', settled: false, goesFirst: true },
    { kind: 'receiver', settled: true, goesFirst: false },
    { kind: 'void', settled: false, goesFirst: false },
  ] as const)('$kind ($settled) before what has waited longer and can wait: $goesFirst', async (row) => {
    const older = await due('void', 60)
    const id = await due(row.kind, 1, row.settled)
    const [claimed] = await claimDue(db(), account, 1)
    expect(claimed?.id).toBe(row.goesFirst ? id : older)
  })

  test('nothing twice', async () => {
    const ids = [await due('charge'), await due('void'), await due('receiver', 1, true)]
    expect((await claimDue(db(), account, 8, 2)).map(({ id }) => id).sort()).toEqual(ids.sort())
    expect(await claimDue(db(), account, 8, 2)).toEqual([])
  })
})

describe('what is read', () => {
  const nextOf = async (id: string) => {
    const [row] = await db()
      .select({
        reads: readings.reads,
        nextReadAt: readings.nextReadAt,
        hours: sql<number>`(extract(epoch FROM ${readings.nextReadAt} - ${readings.readAt}) / 3600)::float8`,
      })
      .from(readings)
      .where(and(eq(readings.kind, 'withdrawal'), eq(readings.id, id)))
    return row
  }
  /** It is read, and something happens while it is. */
  async function read(meanwhile: (id: string) => Promise<unknown>) {
    const id = await due('withdrawal')
    const [claimed] = await claimDue(db(), account, 1)
    if (claimed?.id !== id) throw new Error('It was not claimed')
    await meanwhile(id)
    const before = await nextOf(id)
    await finishReading(db(), claimed, HOUR_MS)
    return { before, after: await nextOf(id) }
  }
  const anew = (id: string, isSettled: boolean) =>
    db().execute(sql`SELECT read_on('withdrawal', ${id}::uuid, ${account}::uuid, ${isSettled})`)

  test('is due again after its pause', async () => {
    const { after } = await read(async () => {})
    expect(after).toMatchObject({ reads: 1, hours: 1 })
  })

  test.each([
    ['an operator asks for it', 0, (id: string) => makeDue(db(), { kind: 'withdrawal', id })],
    ['it begins anew', 0, (id: string) => anew(id, false)],
    ['it is settled, and read early', -1, (id: string) => anew(id, true)],
  ] as const)('keeps the time that it was given while it was read: %s', async (_words, reads, meanwhile) => {
    const { before, after } = await read(meanwhile)
    expect(after).toMatchObject({ reads, nextReadAt: before?.nextReadAt })
  })

  test('is read again soon where a notice found its payment still disputed meanwhile', async () => {
    const chargeId = uuidv7()
    const nextReadAt = sql`now() - interval '1 minute'`
    const row = {
      kind: 'charge',
      id: chargeId,
      settled: true,
      reads: 4,
      providerAccountId: account,
      nextReadAt,
    } as const
    await db().insert(readings).values(row)
    const [claimed] = await claimDue(db(), account, 1)
    if (claimed?.id !== chargeId) throw new Error('It was not claimed')
    await readDisputedAgain(db(), { chargeId, of: { accountId: account, transactionId: 'pay_1' } }, 600_000)
    await finishReading(db(), claimed, 720 * HOUR_MS)
    const [after] = await db().select().from(readings).where(eq(readings.id, chargeId))
    expect(Date.parse(after?.nextReadAt ?? '') - Date.now()).toBeLessThanOrEqual(600_000)
  })

  test('and is refused as too frequent comes after the others, and is as overdue as before', async () => {
    const refused = await due('withdrawal', 60)
    const other = await due('charge')
    const [claimed] = await claimDue(db(), account, 1)
    if (claimed?.id !== refused) throw new Error('It was not claimed')
    await putBack(db(), claimed, 600_000)
    expect(await claimDue(db(), account, 1)).toMatchObject([{ id: other }])
    const isOver = { leaseUntil: sql`lease_until - interval '12 minutes'` }
    await db().update(readings).set(isOver).where(eq(readings.id, refused))
    expect(await claimDue(db(), account, 1)).toMatchObject([{ id: refused, dueAt: claimed.dueAt, reads: 0 }])
  })

  test('is due at once if its wait ended meanwhile, also where nothing is ever read again', async () => {
    const id = await due('charge')
    const endsIn = (minutes: number) =>
      db()
        .update(readings)
        .set({ expiresAt: sql`now() + make_interval(mins => ${minutes}::integer)` })
        .where(eq(readings.id, id))
    await endsIn(1)
    const [claimed] = await claimDue(db(), account, 1)
    expect(claimed).toMatchObject({ id, isExpired: false })
    await endsIn(-1)
    if (claimed) await finishReading(db(), claimed, null)
    expect(await claimDue(db(), account, 1)).toMatchObject([{ id, isExpired: true }])
  })
})

test('a platform whose accounts are all overdue takes no turn of another, and those of its own that were woken last come last', async () => {
  await db().delete(readings)
  const overdue = async (tenant: Tenant) => {
    account = (await api.addAccount(tenant, 'ASAAS')).id
    await due('charge', tenant === api.home ? 60 : 1)
    return account
  }
  const flood: string[] = []
  for (let number = 0; number < 6; number += 1) flood.push(await overdue(api.home))
  const other = await overdue(api.other)
  const woken = async () => (await unreadAccounts(db(), 4)).map(({ id }) => id)
  const first = await woken()
  expect(first).toHaveLength(4)
  expect(first).toContain(other)
  expect((await woken()).sort()).toEqual(flood.filter((id) => !first.includes(id)).sort())
  expect(await woken()).toEqual([])
  const since = (minutes: number) => ({ wokenAt: sql`now() - make_interval(mins => ${minutes}::integer)` })
  await db().update(accountReaders).set(since(5))
  await db().update(accountReaders).set(since(1)).where(inArray(accountReaders.providerAccountId, first))
  const last = first.filter((id) => id !== other)
  expect((await woken()).filter((id) => last.includes(id))).toEqual([])
})

test.each([
  { paymentMethod: 'PIX', days: 1 },
  { paymentMethod: 'BILLET', days: 1 },
  // Under review.
  { paymentMethod: 'CREDIT_CARD', days: 7 },
] as const)('a charge by $paymentMethod whose provider states no expiry is waited for $days days', async (row) => {
  const { paymentMethod, days } = row
  const { id } = await api.addCharge(api.home, { paymentMethod })
  await db().update(charges).set({ transactionId: id, providerAccountId: account }).where(eq(charges.id, id))
  const waited = sql<number>`(extract(epoch FROM ${readings.expiresAt} - ${readings.since}) / 86400)::float8`
  expect(await db().select({ waited }).from(readings).where(eq(readings.id, id))).toEqual([{ waited: days }])
  expect(UNSTATED_EXPIRY_MS[paymentMethod]).toBe(days * 24 * HOUR_MS)
})

describe('a notice that comes again while its charge is read', () => {
  /** What is told of the charge, the first notice before the last one. */
  async function told(chargeId: string): Promise<string[]> {
    const notice = (minutesAgo: number) => ({
      platformId: api.home.platformId,
      providerAccountId: account,
      provider: 'ASAAS',
      bodyHash: uuidv7(),
      headers: {},
      query: {},
      body: '{}',
      verified: 'sharedSecret' as const,
      chargeId,
      receivedAt: sql`now() - ${`${minutesAgo} minutes`}::interval` as never,
    })
    const rows = await db()
      .insert(webhookEvents)
      .values([notice(2), notice(1)])
      .returning({ id: webhookEvents.id })
    return rows.map(({ id }) => id)
  }

  test.each([
    { name: 'a minute later where it is read rarely', isTold: true, pauseMs: HOUR_MS, reads: 0, seconds: 60 },
    { name: 'a minute later where it would be read no more', isTold: true, pauseMs: null, reads: 0, seconds: 60 },
    { name: 'no later than it would be', isTold: true, pauseMs: 3_000, reads: 0, seconds: 3 },
    { name: 'in its rhythm without such a notice', isTold: false, pauseMs: HOUR_MS, reads: 3, seconds: 3_600 },
  ])('has it read once more, $name', async ({ isTold, pauseMs, reads, seconds }) => {
    const { id } = await api.addMadeCharge(api.home)
    const at = sql`now() - interval '1 hour'` as never
    const row = { providerAccountId: account, nextReadAt: at, readAt: at, reads: 2 }
    await db()
      .insert(readings)
      .values({ kind: 'charge', id, ...row })
      .onConflictDoUpdate({ target: [readings.kind, readings.id], set: row })
    const [first = ''] = await told(id)
    const [claimed] = await claimDue(db(), account, 1)
    if (claimed?.id !== id) throw new Error('It was not claimed')
    if (isTold) await readWhatIsRepeated(db(), [first])
    await finishReading(db(), claimed, pauseMs)
    const afterMs = sql<number>`(extract(epoch FROM ${readings.nextReadAt} - ${readings.readAt}) * 1000)::float8`
    const [after] = await db()
      .select({ reads: readings.reads, isFree: sql`${readings.leaseUntil} IS NULL`, afterMs })
      .from(readings)
      .where(and(eq(readings.kind, 'charge'), eq(readings.id, id)))
    // What it was given is counted from the notice, which came before the end of the reading.
    expect(after).toMatchObject({ reads, isFree: true })
    expect(after?.afterMs).toBeLessThanOrEqual(seconds * 1_000)
    expect(after?.afterMs).toBeGreaterThan(isTold && seconds === 60 ? -HOUR_MS / 2 : seconds * 1_000 - 2)
  })
})
