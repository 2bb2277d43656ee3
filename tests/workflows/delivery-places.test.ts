/** An address that hangs holds few places of a worker, and those that wait for one have used up no try. */
import { asc } from 'drizzle-orm'
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
    http,
    sealKey,
    publicUrl: 'https://trilho.example',
  } as never)

  const rows = await writer.select().from(webhookDeliveries).orderBy(asc(webhookDeliveries.id))
  const [toDead, toWell] = [true, false].map((isDead) =>
    rows.filter(({ endpointId }) => (endpointId === dead?.id) === isDead),
  )
  const hanging = (toDead ?? []).map(({ id }) =>
    deliver({ deliveryId: id }).then(
      () => 'told',
      ({ type }) => type,
    ),
  )
  await expect.poll(() => release.length, { timeout: 60_000 }).toBe(most)
  for (const { id } of toWell ?? []) await deliver({ deliveryId: id })
  expect(sent.filter((url) => url === WELL)).toHaveLength(15)

  for (const free of release) free()
  const outcomes = await Promise.all(hanging)
  expect(outcomes.filter((outcome) => outcome === 'told')).toHaveLength(most)
  expect(outcomes.filter((outcome) => outcome === 'RateLimited')).toHaveLength(15 - most)
  const after = await writer.select().from(webhookDeliveries)
  expect(after.filter(({ attempts, state }) => attempts === 0 && state === 'pending')).toHaveLength(15 - most)
})
