/** The parts of a delivery are stored in one order for all deliveries, and told in the order in which they came. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimWebhookEvents, dueWebhookEvents } from '../../db/queries/webhook/due.ts'
import { storeWebhookEvents } from '../../db/queries/webhook/events.ts'
import { webhookEvents } from '../../db/schema/index.ts'
import { startTestApi, type TestApi } from '../api/support.ts'
import { untilAwaited } from '../support/locks.ts'

let api: TestApi
let providerAccountId: string
beforeAll(async () => {
  api = await startTestApi()
  providerAccountId = (await api.addAccount(api.home, 'TREEAL')).id
})
afterAll(() => api?.close())

const db = () => api.database.writer
const partOf = (bodyHash: string) => ({ id: uuidv7(), bodyHash, body: `body of ${bodyHash}` })
const store = (parts: ReturnType<typeof partOf>[]) => {
  const { platformId } = api.home
  const from = { platformId, providerAccountId, provider: 'TREEAL', headers: {}, query: {}, verified: 'token' as const }
  return storeWebhookEvents(db(), from, parts)
}
const rowOf = (bodyHash: string) =>
  and(eq(webhookEvents.providerAccountId, providerAccountId), eq(webhookEvents.bodyHash, bodyHash))

test('a delivery that waits for another one holds no row that the other one takes later', async () => {
  const hashes = ['1', '2', '3']
  await store(hashes.map(partOf))
  const waiting = await db().transaction(async (other) => {
    await other.select().from(webhookEvents).where(rowOf('1')).for('update')
    const stored = store(hashes.toReversed().map(partOf))
    await untilAwaited(other, api.database)
    for (const hash of ['2', '3']) {
      await other.select().from(webhookEvents).where(rowOf(hash)).for('update', { noWait: true })
    }
    return { stored }
  })
  expect((await waiting.stored).map(({ isNew }) => isNew)).toEqual([false, false, false])
})

test('its parts are told in the order in which they came, those that are there already with the id that they have', async () => {
  const known = partOf('b-known')
  await store([known])
  await db()
    .update(webhookEvents)
    .set({ state: 'delivered' })
    .where(inArray(webhookEvents.id, [known.id]))
  const [last, again, first] = [partOf('c-new'), partOf('b-known'), partOf('a-new')]
  expect(await store([last, again, first])).toEqual([
    { id: last.id, body: last.body, isPending: true, isNew: true },
    { id: known.id, body: known.body, isPending: false, isNew: false },
    { id: first.id, body: first.body, isPending: true, isNew: true },
  ])
})

test('what is due is taken in turns: a platform with thousands waiting keeps no other from being heard', async () => {
  const quiet = await api.addAccount(api.other, 'TREEAL')
  await db().update(webhookEvents).set({ state: 'delivered' })
  const flood = Array.from({ length: 50 }, (_, number) => partOf(`flood-${number}`))
  await store(flood)
  const heard = [partOf('heard-1'), partOf('heard-2')]
  const { platformId } = api.other
  const from = { platformId, providerAccountId: quiet.id, provider: 'TREEAL', headers: {}, query: {} }
  await storeWebhookEvents(db(), { ...from, verified: 'token' }, heard)
  for (const [minutes, rows] of [
    [60, flood],
    [2, heard.slice(0, 1)],
    [1, heard.slice(1)],
  ] as const) {
    const nextAttemptAt = sql`now() - make_interval(mins => ${minutes})` as never
    const ids = rows.map(({ id }) => id)
    await db().update(webhookEvents).set({ nextAttemptAt }).where(inArray(webhookEvents.id, ids))
  }
  const { due } = await dueWebhookEvents(db(), 6)
  const isHeard = due.map(({ eventId }) => heard.findIndex((part) => part.id === eventId))
  expect(isHeard).toEqual([-1, 0, -1, 1, -1, -1])
  const later = partOf('later')
  await store([later])
  await db()
    .update(webhookEvents)
    .set({ nextAttemptAt: sql`now() + interval '1 hour'` as never })
    .where(eq(webhookEvents.id, later.id))
  const { due: all, isMore } = await dueWebhookEvents(db(), 1000)
  expect(new Set(all.map(({ eventId }) => eventId))).toEqual(new Set([...flood, ...heard].map(({ id }) => id)))
  expect(isMore).toBe(false)
})

test('of two workers that claim the same, each takes what the other has not, and neither what is not due', async () => {
  await db().update(webhookEvents).set({ state: 'delivered' })
  const parts = Array.from({ length: 40 }, (_, number) => partOf(`claimed-${number}`))
  await store(parts)
  const [locked, ...free] = parts.map(({ id }) => id)
  const claim = async (ids: string[]) => (await claimWebhookEvents(db(), ids)).map(({ id }) => id)
  await db().transaction(async (other) => {
    await other
      .select()
      .from(webhookEvents)
      .where(eq(webhookEvents.id, locked ?? ''))
      .for('update')
    const claims = await Promise.all([claim([locked ?? '', ...free]), claim(free.toReversed())])
    expect(claims.flat().sort()).toEqual(free.toSorted())
  })
  expect(await claim(free)).toEqual([])
  expect(await claim([locked ?? ''])).toEqual([locked])
  expect(await dueWebhookEvents(db(), 1000)).toEqual({ due: [], isMore: false })
})
