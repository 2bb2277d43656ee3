/** The lists of webhooks, of messages to sellers and of differences read few rows for each filter, however many rows there are and whether any fits. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webhookEndpoints } from '../../db/schema/index.ts'
import { mostRead } from '../support/plans.ts'
import { insertMany, startTestApi, type TestApi } from './support.ts'

const ROWS = 4_000
const DAY = 'createdFrom=2026-01-01T00:10:00Z&createdTo=2026-01-01T00:20:00Z'

let api: TestApi
const ids = { account: '', charge: '', endpoint: '', unknown: randomUUID() }

beforeAll(async () => {
  api = await startTestApi()
  const { platformId } = api.home
  const { id: accountId } = await api.addAccount(api.home, 'ASAAS')
  ids.account = accountId
  ids.charge = (await api.addCharge(api.home)).id
  const [endpoint] = await api.database.writer
    .insert(webhookEndpoints)
    .values({ platformId, url: 'https://loja.example/hooks', events: ['*'], sealedSecret: 'x' })
    .returning()
  ids.endpoint = endpoint?.id ?? ''
  // One of them failed, one is the charge's, none was ignored.
  const state = sql`CASE WHEN i = 7 THEN 'failed' WHEN i = 9 THEN 'pending' ELSE 'delivered' END`
  const charge = sql`CASE WHEN i = 5 THEN ${ids.charge}::uuid END`
  const at = sql`'2026-01-01'::timestamptz + i * interval '1 second'`
  await insertMany(
    api,
    sql`
    INSERT INTO webhook_events (id, platform_id, provider_account_id, provider, body_hash, headers, query, body, verified, state, charge_id, received_at)
    SELECT gen_random_uuid(), ${platformId}::uuid, ${accountId}::uuid, CASE WHEN i % 4 = 0 THEN 'BRAVIVE' ELSE 'ASAAS' END, i::text, '{}', '{}', '{}', 'token',
      ${state}, ${charge}, ${at}
    FROM generate_series(1, ${ROWS}::int) i`,
  )
  await insertMany(
    api,
    sql`
    WITH told AS (
      INSERT INTO seller_events (id, platform_id, type, kind, subject_id, sequence, snapshot)
      SELECT gen_random_uuid(), ${platformId}::uuid, 'charge.approved', 'charge', ${ids.charge}::uuid, 1000 + i,
        ${JSON.stringify({ id: ids.charge, amount: 5000, interest: 0, extras: {}, created_at: 0, updated_at: 0 })}::jsonb
      FROM generate_series(1, ${ROWS}::int) i RETURNING id, sequence - 1000 AS i
    )
    INSERT INTO webhook_deliveries (id, platform_id, event_id, endpoint_id, charge_id, url, state, created_at)
    SELECT gen_random_uuid(), ${platformId}::uuid, id, CASE WHEN i % 2 = 0 THEN ${ids.endpoint}::uuid END, ${charge}, 'https://loja.example/hooks', ${state}, ${at}
    FROM told`,
  )
  await insertMany(
    api,
    sql`
    INSERT INTO reconciliation_items (id, platform_id, provider_account_id, provider, kind, state, transaction_id, found_at)
    SELECT gen_random_uuid(), ${platformId}::uuid, ${accountId}::uuid, 'ASAAS', CASE WHEN i % 4 = 0 THEN 'amount' ELSE 'missingHere' END,
      CASE WHEN i = 7 THEN 'open' WHEN i = 8 THEN 'resolvedByHand' ELSE 'resolvedAutomatically' END, i::text, ${at}
    FROM generate_series(1, ${ROWS}::int) i`,
  )
})
afterAll(() => api?.close())

const list = (path: string, filter: string) => {
  const named = filter.replace(/(?<==)(account|charge|endpoint|unknown)\b/g, (name) => ids[name as keyof typeof ids])
  return api.call(api.home.keys.operator, 'GET', `/v1/${path}?limit=20&${named}`)
}

/** What is asked for, and how many rows of a page of twenty are answered. */
type Filters = (readonly [filter: string, found: number])[]

const EVENTS: Filters = [
  ['', 20],
  ['state=failed', 1],
  ['state=pending', 1],
  ['state=ignored', 0],
  ['state=delivered', 20],
  ['provider=ASAAS', 20],
  ['provider=UNKNOWN', 0],
  ['provider=ASAAS&state=failed', 1],
  ['provider=BRAVIVE&state=failed', 0],
  ['chargeId=charge', 1],
  ['chargeId=unknown', 0],
  ['chargeId=charge&state=failed', 0],
  ['withdrawalId=unknown', 0],
  [DAY, 20],
  [`${DAY}&state=failed`, 0],
]
const DELIVERIES: Filters = [
  ['', 20],
  ['state=failed', 1],
  ['state=pending', 1],
  ['state=delivered', 20],
  ['endpointId=endpoint', 20],
  ['endpointId=unknown', 0],
  ['endpointId=endpoint&state=failed', 0],
  ['chargeId=charge', 1],
  ['chargeId=unknown', 0],
  ['chargeId=charge&state=failed', 0],
  ['endpointId=endpoint&chargeId=charge', 0],
  [DAY, 20],
  [`${DAY}&state=failed`, 0],
]

const DIFFERENCES: Filters = [
  ['', 20],
  ['state=open', 1],
  ['state=resolvedByHand', 1],
  ['state=resolvedByHand&kind=missingHere', 0],
  ['kind=amount', 20],
  ['kind=status', 0],
  ['providerAccountId=account', 20],
  ['providerAccountId=account&state=open', 1],
  ['providerAccountId=unknown', 0],
  [DAY, 20],
  [`${DAY}&state=open`, 0],
]

describe.each([
  ['webhook-events', EVENTS],
  ['webhook-deliveries', DELIVERIES],
  ['reconciliation/items', DIFFERENCES],
] as const)('of %s', (path, filters) => {
  it.each(filters)('%s reads no more than it has to', async (filter, found) => {
    const table = new RegExp(path.replace(/\W/, '_'))
    const read = await mostRead(api, table, async () => {
      const answer = await list(path, filter)
      expect(answer.statusCode, answer.body).toBe(200)
      expect(answer.json().data).toHaveLength(found)
    })
    expect(read).toBeLessThan(ROWS / 2)
  })
})
