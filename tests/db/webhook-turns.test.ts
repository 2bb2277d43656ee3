/** Whose notices are due first, and what is read to know it, however many wait. */
import { sql } from 'drizzle-orm'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dueWebhookEvents } from '../../db/queries/webhook/due.ts'
import { insertMany, startTestApi, type Tenant, type TestApi } from '../api/support.ts'
import { mostRead } from '../support/plans.ts'

const FLOOD = 200
const LIMIT = 20

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())
beforeEach(() => api.database.writer.execute(sql`DELETE FROM webhook_events`))

/** Notices of one account that became due so many minutes ago, and one each second since. */
const wait = (platformId: string, accountId: string, count: number, minutes = 30) =>
  insertMany(
    api,
    sql`
    INSERT INTO webhook_events (id, platform_id, provider_account_id, provider, body_hash, headers, query, body, verified, next_attempt_at)
    SELECT gen_random_uuid(), ${platformId}::uuid, ${accountId}::uuid, 'ASAAS', gen_random_uuid()::text, '{}', '{}', '{}', 'token',
      now() - make_interval(mins => ${minutes}) + i * interval '1 second'
    FROM generate_series(1, ${count}::int) i`,
  )

async function flooded(tenant: Tenant, count = FLOOD): Promise<string> {
  const { id } = await api.addAccount(tenant, 'ASAAS')
  await wait(tenant.platformId, id, count)
  return id
}

/** The account of each notice. */
async function accountsOf(notices: readonly { eventId: string }[]): Promise<string[]> {
  const rows = await api.database.sql<{ account: string }[]>`
    SELECT provider_account_id AS account FROM webhook_events WHERE id = ANY (${notices.map(({ eventId }) => eventId)}::uuid[])`
  return rows.map(({ account }) => account)
}

const due = (limit = LIMIT) => dueWebhookEvents(api.app.database.writer, limit)

test('an account that is flooded takes no turn of another one of its platform', async () => {
  await flooded(api.home)
  await flooded(api.home)
  const { id } = await api.addAccount(api.home, 'ASAAS')
  await wait(api.home.platformId, id, 3, 1)
  const { due: first, isMore } = await due()
  expect([first.length, isMore]).toEqual([LIMIT, true])
  expect((await accountsOf(first)).filter((account) => account === id)).toHaveLength(3)
})

test('a platform with many flooded accounts has the turns of one, and what the others leave', async () => {
  for (let account = 0; account < 5; account += 1) await flooded(api.home)
  await flooded(api.other, LIMIT / 2)
  const { due: first, isMore } = await due()
  expect(first.filter(({ platformId }) => platformId === api.other.platformId)).toHaveLength(LIMIT / 2)
  expect([first.length, isMore]).toEqual([LIMIT, true])
})

test('there is more only where something waits behind the last one', async () => {
  await flooded(api.home, 3)
  await flooded(api.other, 4)
  expect(await due()).toMatchObject({ due: { length: 7 }, isMore: false })
})

test('of many flooded platforms no more is read than their shares', async () => {
  const platforms = Array.from({ length: 20 }, () => uuidv7())
  for (const id of platforms) {
    await api.database.sql`INSERT INTO platforms (id, name, sealed_webhook_secret) VALUES (${id}, 'flooded', 'x')`
    await flooded({ ...api.home, platformId: id })
  }
  expect(new Set((await due()).due.map(({ platformId }) => platformId))).toEqual(new Set(platforms))
  expect(await mostRead(api, /webhook_events/, () => due(FLOOD))).toBeLessThan(platforms.length * FLOOD)
})

test('of a platform with many accounts those that have waited longest are looked into, as many as can be taken', async () => {
  const waiting: string[] = []
  const [taken, many] = [5, 60]
  for (let minutes = 1; minutes <= many; minutes += 1) {
    const { id } = await api.addAccount(api.home, 'ASAAS')
    await wait(api.home.platformId, id, FLOOD, minutes)
    waiting.unshift(id)
  }
  const { due: first, isMore } = await due(taken)
  expect(new Set(await accountsOf(first))).toEqual(new Set(waiting.slice(0, taken)))
  expect([first.length, isMore]).toEqual([taken, true])
  expect(await mostRead(api, /webhook_events/, () => due(taken))).toBeLessThan(16 * many)
})
