/** An address that hangs holds few places of a worker, and those that wait for one have used up no try. */
import { asyncLocalStorage } from '@temporalio/activity'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliverToSeller } from '../../activities/deliver-to-seller.ts'
import { deriveKey } from '../../config/keys.ts'
import { seal } from '../../config/seal.ts'
import { applyTransition } from '../../db/queries/charge/transitions.ts'
import { webhookDeliveries, webhookEndpoints } from '../../db/schema/index.ts'
import type { HttpClient } from '../../gateway/http-client.ts'
import { createShares } from '../../gateway/shares.ts'
import { startTestApi, type TestApi } from '../api/support.ts'

const SLOTS = 50
const DEAD = 'https://dead.example/hook'
const WELL = 'https://well.example/hook'
const SECRET = `whsec_${Buffer.from('a secret of a test').toString('base64')}`

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

test.each([
  ['works so far', null, 10],
  ['is known to fail', '2026-01-01T00:00:00Z', 2],
])('an address that hangs and %s', async (_, failingSince, most) => {
  const { writer } = api.database
  const sealKey = deriveKey(api.settings.masterKey, 'seal')
  const common = { platformId: api.home.platformId, events: ['*' as const], sealedSecret: seal(SECRET, sealKey) }
  await writer.delete(webhookDeliveries)
  await writer.update(webhookEndpoints).set({ enabled: false })
  const [dead] = await writer
    .insert(webhookEndpoints)
    .values([
      { ...common, url: DEAD, failingSince },
      { ...common, url: WELL },
    ])
    .returning()
  for (let number = 0; number < 15; number += 1) {
    const { id } = await api.addMadeCharge(api.home)
    await applyTransition(writer, { chargeId: id, to: 'APPROVED', cause: 'webhook', key: 'webhook/1' })
  }
  const sent: string[] = []
  const release: (() => void)[] = []
  const http: HttpClient = {
    send: async ({ url }) => {
      sent.push(url)
      if (url === DEAD) await new Promise<void>((resolve) => release.push(resolve))
      return { status: 200, headers: {}, body: '' }
    },
    close: () => {},
  }
  const deliver = deliverToSeller({
    database: api.database,
    deliveries: createShares(SLOTS),
    sellerHttp: http,
    sealKey,
    publicUrl: 'https://trilho.example',
  } as never)

  const attempt = (deliveryId: string) =>
    asyncLocalStorage.run({ info: { attempt: 1 } } as never, () => deliver({ deliveryId }))

  const rows = await writer.select().from(webhookDeliveries).orderBy(asc(webhookDeliveries.id))
  const [toDead, toWell] = [true, false].map((isDead) =>
    rows.filter(({ endpointId }) => (endpointId === dead?.id) === isDead),
  )
  const hanging = (toDead ?? []).map(({ id }) =>
    attempt(id).then(
      () => 'told',
      ({ type }) => type,
    ),
  )
  await expect.poll(() => release.length, { timeout: 60_000 }).toBe(most)
  for (const { id } of toWell ?? []) await attempt(id)
  expect(sent.filter((url) => url === WELL)).toHaveLength(15)

  for (const free of release) free()
  const outcomes = await Promise.all(hanging)
  expect(outcomes.filter((outcome) => outcome === 'told')).toHaveLength(most)
  expect(outcomes.filter((outcome) => outcome === 'RateLimited')).toHaveLength(15 - most)
  const after = await writer.select().from(webhookDeliveries)
  expect(after.filter(({ attempts, state }) => attempts === 0 && state === 'pending')).toHaveLength(15 - most)
})

/** A worker whose statements are counted, and whose requests hang until they are released. */
function hangingWorker() {
  const counted = { statements: 0, release: [] as (() => void)[] }
  const writer = new Proxy(api.database.writer, {
    get: (target, name) => {
      if (name === 'select') counted.statements += 1
      return Reflect.get(target, name, target)
    },
  })
  const send = async () => {
    await new Promise<void>((resolve) => counted.release.push(resolve))
    return { status: 200, headers: {}, body: '' }
  }
  const deliver = deliverToSeller({
    database: { writer },
    deliveries: createShares(SLOTS),
    sellerHttp: { send },
    sealKey: deriveKey(api.settings.masterKey, 'seal'),
    publicUrl: 'https://trilho.example',
  } as never)
  const attempt = (deliveryId: string, number: number) =>
    asyncLocalStorage.run({ info: { attempt: number } } as never, () => deliver({ deliveryId }))
  /** How long a refused attempt is told to wait. */
  const restOf = (deliveryId: string, number: number): Promise<number> =>
    attempt(deliveryId, number).then(
      () => 0,
      ({ nextRetryDelay }) => nextRetryDelay,
    )
  return { counted, attempt, restOf }
}

const ATTEMPTS = [
  [1, 1],
  [3, 4],
  [10, 30],
  [5_000, 30],
] as const

async function queueFor(changes: Partial<typeof webhookEndpoints.$inferInsert>, count: number) {
  const { writer } = api.database
  const sealedSecret = seal(SECRET, deriveKey(api.settings.masterKey, 'seal'))
  await writer.delete(webhookDeliveries)
  await writer.update(webhookEndpoints).set({ enabled: false })
  const [endpoint] = await writer
    .insert(webhookEndpoints)
    .values({ platformId: api.home.platformId, events: ['*' as const], sealedSecret, url: DEAD, ...changes })
    .returning()
  for (let number = 0; number < count; number += 1) {
    const { id } = await api.addMadeCharge(api.home)
    await applyTransition(writer, { chargeId: id, to: 'APPROVED', cause: 'webhook', key: 'webhook/1' })
  }
  const rows = await writer.select().from(webhookDeliveries)
  return { endpointId: endpoint?.id ?? '', ids: rows.map(({ id }) => id) }
}

test('what waits behind an address that hangs reads once, asks ever less often, and goes when a place is free', async () => {
  const { ids } = await queueFor({ failingSince: '2026-01-01T00:00:00Z' }, 3)
  const { counted, attempt, restOf } = hangingWorker()
  const [last = '', ...first] = ids
  const hanging = first.map((id) => attempt(id, 1))
  await expect.poll(() => counted.release.length, { timeout: 60_000 }).toBe(2)
  for (const [number, seconds] of ATTEMPTS) {
    const rest = await restOf(last, number)
    expect(rest).toBeGreaterThanOrEqual(seconds * 1000)
    expect(rest).toBeLessThanOrEqual(seconds * 2000)
  }
  expect(counted.statements).toBe(3)
  for (const free of counted.release) free()
  await Promise.all(hanging)
  const rest = attempt(last, 7)
  await expect.poll(() => counted.release.length, { timeout: 60_000 }).toBe(3)
  counted.release.at(-1)?.()
  await rest
  const { writer } = api.database
  expect(await writer.$count(webhookDeliveries, eq(webhookDeliveries.state, 'delivered'))).toBe(3)
})

test('what waits for an endpoint that is switched off asks once a minute, and goes when it is switched on', async () => {
  const { endpointId, ids } = await queueFor({}, 1)
  const { writer } = api.database
  const setEnabled = (enabled: boolean) =>
    writer.update(webhookEndpoints).set({ enabled }).where(eq(webhookEndpoints.id, endpointId))
  const [id = ''] = ids
  const { counted, attempt, restOf } = hangingWorker()
  await setEnabled(false)
  for (const [number, seconds] of ATTEMPTS) {
    const rest = await restOf(id, number)
    expect(rest).toBeGreaterThanOrEqual(seconds * 1000)
    expect(rest).toBeLessThanOrEqual(seconds * 2000)
  }
  await setEnabled(true)
  const sent = attempt(id, 9)
  await expect.poll(() => counted.release.length, { timeout: 60_000 }).toBe(1)
  counted.release[0]?.()
  await sent
  expect(await writer.$count(webhookDeliveries, eq(webhookDeliveries.state, 'delivered'))).toBe(1)
})

test.each([
  [0, 5],
  [1, 10],
  [2, 20],
  [5, 160],
  [9, 2_560],
  [10, 3_600],
  [60, 3_600],
])('what is refused after %d tries is sent again after %d seconds', async (attempts, seconds) => {
  const { ids } = await queueFor({}, 1)
  const { writer } = api.database
  await writer.update(webhookDeliveries).set({ attempts })
  const deliver = deliverToSeller({
    database: api.database,
    deliveries: createShares(SLOTS),
    sellerHttp: { send: async () => ({ status: 302, headers: {}, body: '' }) },
    sealKey: deriveKey(api.settings.masterKey, 'seal'),
    publicUrl: 'https://trilho.example',
  } as never)
  const refusal = await deliver({ deliveryId: ids[0] ?? '' }).catch((error) => error)
  expect(refusal).toMatchObject({ type: 'NotDelivered', nextRetryDelay: seconds * 1000 })
  expect(await writer.select().from(webhookDeliveries)).toMatchObject([
    { state: 'pending', attempts: attempts + 1, lastStatus: 302 },
  ])
})
