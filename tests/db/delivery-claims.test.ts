/** What a claim of deliveries reads and takes, however much waits. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseTime } from '../../db/queries/time.ts'
import { claimDeliveries } from '../../db/queries/webhook/deliveries.ts'
import { webhookDeliveries } from '../../db/schema/index.ts'
import { insertMany, startTestApi, type TestApi } from '../api/support.ts'
import { addDelivery } from '../support/deliveries.ts'
import { mostRead } from '../support/plans.ts'

const LANES = 200
const IN_EACH = 100
const LIMIT = 100

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  const { writer } = api.database
  const [home, other] = [await api.addMadeCharge(api.home), await api.addMadeCharge(api.other)]
  const { eventId } = await addDelivery(writer, home)
  await insertMany(
    api,
    sql`
    WITH lane AS (
      INSERT INTO webhook_endpoints (id, platform_id, url, events, sealed_secret)
      SELECT gen_random_uuid(), ${home.platformId}::uuid, 'https://loja.example/hooks', '{*}', 'x' FROM generate_series(1, ${LANES}::int)
      RETURNING id
    )
    INSERT INTO webhook_deliveries (id, platform_id, event_id, endpoint_id, url, start_at)
    SELECT gen_random_uuid(), ${home.platformId}::uuid, ${eventId}::uuid, lane.id, 'https://loja.example/hooks', now() - i * interval '1 second'
    FROM lane CROSS JOIN generate_series(1, ${IN_EACH}::int) i`,
  )
  const { platformId, eventId: told, url } = await addDelivery(writer, other)
  await writer
    .insert(webhookDeliveries)
    .values(Array.from({ length: 5 * LIMIT }, () => ({ platformId, eventId: told, url })))
})
afterAll(() => api?.close())

const claim = async () => claimDeliveries(api.app.database.writer, await databaseTime(api.app.database.writer), LIMIT)

test('a claim reads of each address its share, however much waits there', async () => {
  expect(await mostRead(api, /webhook_deliveries/, claim)).toBeLessThan((LANES * IN_EACH) / 2)
})

test('a platform with few addresses has the same turn as one with many', async () => {
  const { claimed, isMore } = await claim()
  expect([claimed.length, isMore]).toEqual([LIMIT, true])
  expect(claimed.filter(({ platformId }) => platformId === api.other.platformId)).toHaveLength(LIMIT / 2)
})

test('a claim that another process was faster with says that more is due', async () => {
  await api.database.writer.transaction(async (tx) => {
    await tx.execute(sql`SELECT FROM webhook_deliveries FOR UPDATE`)
    expect(await claim()).toEqual({ claimed: [], isMore: true })
  })
})
