/** What many open streams cost the process that serves them: counted, not timed. */
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { inArray } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { charges } from '../../db/schema/index.ts'
import { testTwinOf } from '../../domain/mode.ts'
import { openStream, type Stream, statuses } from './streaming.ts'
import { startTestApi, statementsOf, type Tenant, type TestApi } from './support.ts'

let api: TestApi
let origin: string
const open: Stream[] = []
const announced = new Set<string>()
beforeAll(async () => {
  api = await startTestApi({ limits: { streamCheckMs: 3_600_000, streamRecheckMs: 3_600_000 } })
  await api.app.listen({ host: '127.0.0.1', port: 0 })
  origin = `http://127.0.0.1:${(api.app.server.address() as AddressInfo).port}`
  api.app.chargeFeed.watch({
    platformId: api.home.platformId,
    onChange: ({ id }) => announced.add(id),
    onGap: () => {},
  })
  // Before changes are followed, each stream reads its charge for itself.
  const { id } = await api.addCharge(api.home)
  await vi.waitUntil(() => approve(id).then(() => announced.has(id)), { timeout: 60_000, interval: 100 })
  // Nor is a change of access heard of before the process listens.
  const listening = () => api.database.sql`SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND state = 'idle' AND query = 'listen "access_changed"'`
  await vi.waitUntil(() => listening().then(({ length }) => length === 1), { timeout: 60_000, interval: 100 })
})
afterEach(() => {
  vi.restoreAllMocks()
  for (const stream of open.splice(0)) stream.close()
})
afterAll(() => api?.close())

/** In one statement: announced, and read, together. */
const approve = async (...ids: string[]): Promise<void> => {
  await api.database.writer.update(charges).set({ status: 'APPROVED' }).where(inArray(charges.id, ids))
}

/** One whose insert is not announced any more. */
async function addCharge() {
  const charge = await api.addCharge(api.home)
  await expect.poll(() => announced.has(charge.id)).toBe(true)
  return charge
}

/** Where no request of the API says so. @param role of the key, and its name. */
const revoke = ({ platformId }: Pick<Tenant, 'platformId'>, role: string) =>
  api.database.sql`UPDATE api_keys SET revoked_at = now() WHERE platform_id = ${platformId} AND role = ${role}`

async function openAll(paths: readonly string[], key = api.home.keys.seller): Promise<Stream[]> {
  const headers = { authorization: `Bearer ${key}` }
  const streams = await Promise.all(paths.map((path) => openStream(origin + path, headers)))
  open.push(...streams)
  expect(streams.map(({ status }) => status)).toEqual(paths.map(() => 200))
  return streams
}

it.each([
  ['sellers', ({ id }: { id: string }) => [`/v1/charges/${id}/stream`, '/v1/charges/stream']],
  ['buyers', ({ checkoutToken }: { checkoutToken: string }) => [`/v1/checkout/${checkoutToken}/stream`]],
])('a change is put into words once for all streams of %s', async (_, pathsOf) => {
  const charge = await addCharge()
  const paths = pathsOf(charge)
  const streams = await openAll([...paths, ...paths, ...paths])
  for (const stream of streams) await expect.poll(() => statuses(stream)).toContain('PENDING')
  const stringify = vi.spyOn(JSON, 'stringify')
  await approve(charge.id)
  for (const stream of streams) await expect.poll(() => statuses(stream).at(-1)).toBe('APPROVED')
  const isOurs = (value: Record<string, unknown> | null) =>
    value?.status === 'APPROVED' && (value.id === charge.id || value.token === charge.checkoutToken)
  expect(stringify.mock.calls.filter(([value]) => isOurs(value))).toHaveLength(1)
})

it('others have their turn between two changed charges', async ({ signal }) => {
  const { id: first, platformId } = await addCharge()
  const { id: second } = await addCharge()
  let turn = 0
  const seen = new Map<string, number>()
  onTestFinished(api.app.chargeFeed.watch({ platformId, onChange: ({ id }) => seen.set(id, turn), onGap: () => {} }))
  // Turns are counted from before the first of them can be seen.
  const approved = approve(first, second)
  for (; seen.size < 2; turn += 1) await nextTurn(undefined, { signal })
  await approved
  expect(new Set(seen.values()).size).toBe(2)
})

it('a change of access is one statement for all keys of the platform, and further ones wait', async () => {
  const { other } = api
  const path = '/v1/charges/stream'
  const lost = await openAll([path, path, path], other.keys.operator)
  const kept = await openAll([path, path], other.keys.seller)
  const asked = await statementsOf(api, async () => {
    await revoke(other, 'operator')
    await Promise.all(lost.map(({ ended }) => ended))
    for (const role of ['operator', 'seller', 'operator', 'seller'])
      await api.database.sql`UPDATE users SET role = ${role} WHERE email = ${other.emails.seller}`
    // Announced after them.
    const { id } = await api.addCharge(other)
    for (const { events } of kept) await expect.poll(() => events.map(({ data }) => data.id)).toContain(id)
  })
  expect(asked.filter((statement) => statement.includes('"api_keys"'))).toHaveLength(1)
})

it('only a change of access is announced as one, that of a test key to the live platform', async () => {
  const { sql } = api.database
  const { platformId, emails } = api.home
  const twin = testTwinOf(platformId)
  await sql`INSERT INTO platforms (id, live_id, name, sealed_webhook_secret) VALUES (${twin}, ${platformId}, 'home', 'x')`
  await sql`INSERT INTO api_keys (id, platform_id, name, role, hash, hint) VALUES (gen_random_uuid(), ${twin}, 'x', 'seller', 'x', 'x')`
  const heard: string[] = []
  const { unlisten } = await sql.listen('access_changed', (payload) => heard.push(payload))
  await sql`UPDATE users SET name = 'Ana', email_verified = true, updated_at = now() WHERE email = ${emails.seller}`
  await sql`UPDATE users SET last_sign_in_at = now() WHERE email = ${emails.seller}`
  await sql`UPDATE api_keys SET name = 'tv' WHERE platform_id = ${platformId}`
  await sql`UPDATE users SET role = 'operator' WHERE email = ${api.other.emails.seller}`
  await sql`UPDATE users SET disabled = true WHERE email = ${emails.seller}`
  await revoke(api.other, 'admin')
  await revoke({ platformId: twin }, 'seller')
  const { platformId: theirs } = api.other
  await expect.poll(() => heard).toEqual([theirs, platformId, theirs, platformId])
  await unlisten()
})
