/** A notice that names nothing of ours costs a bounded number of rows, however much its account has answered for. */
import { sql } from 'drizzle-orm'
import pino from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliverWebhookEvent } from '../../inbox/deliver.ts'
import { mostRead } from '../support/plans.ts'
import { insertMany, startTestApi, type TestApi } from './support.ts'

const ROWS = 4_000
/** Nothing is owed, so that nothing is found. */
const MOST_READ = 100

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

/** The rows that the delivery of an unknown notice makes the most thorough of the matching statements read. */
async function readFor(accountId: string, provider: string, body: object, matching: RegExp): Promise<number> {
  const [stored] = await api.database.writer.execute<{ id: string }>(sql`
    INSERT INTO webhook_events (id, platform_id, provider_account_id, provider, body_hash, headers, query, body, verified, attempts)
    VALUES (gen_random_uuid(), ${api.home.platformId}::uuid, ${accountId}::uuid, ${provider}, ${provider}, '{}', '{}',
      ${JSON.stringify(body)}, 'token', 3) RETURNING id`)
  const dependencies = { database: api.app.database, temporal: api.app.temporal, logger: pino({ level: 'silent' }) }
  return mostRead(api, matching, async () => {
    expect(await deliverWebhookEvent(dependencies, stored?.id ?? '')).toBe('pending')
  })
}

it('of withdrawals', async () => {
  const { id } = await api.addAccount(api.home, 'RAPDYN')
  await insertMany(
    api,
    sql`
    WITH made AS (
      INSERT INTO disbursements (id, platform_id, kind, method, amount, status, provider, provider_account_id, external_id)
      SELECT gen_random_uuid(), ${api.home.platformId}::uuid, 'withdrawal', 'PIX', 100, 'APPROVED', 'RAPDYN', ${id}::uuid, 'w' || i
      FROM generate_series(1, ${ROWS}::int) i RETURNING id, external_id)
    INSERT INTO disbursement_attempts (id, disbursement_id, number, provider_account_id, provider, reference, state, outcome, external_id)
    SELECT gen_random_uuid(), id, 1, ${id}::uuid, 'RAPDYN', external_id, 'answered', 'created', external_id FROM made`,
  )
  const body = { notification_type: 'transfer_out', id: 'unheard-of', status: 'completed' }
  expect(await readFor(id, 'RAPDYN', body, /destination.*FROM "disbursement_attempts"/s)).toBeLessThan(MOST_READ)
}, 120_000)

it('of charges', async () => {
  const { id } = await api.addAccount(api.home, 'PRONTTUS')
  await insertMany(
    api,
    sql`
    WITH made AS (
      INSERT INTO charges (id, platform_id, payment_method, amount, customer, items, checkout_token)
      SELECT gen_random_uuid(), ${api.home.platformId}::uuid, 'PIX', i, '{"name":"a","email":"a@b.co","document":"52998224725"}',
        '[]', gen_random_uuid()::text
      FROM generate_series(1, ${ROWS}::int) i RETURNING id)
    INSERT INTO charge_attempts (id, charge_id, number, provider_account_id, provider, state, outcome, transaction_id)
    SELECT gen_random_uuid(), id, 1, ${id}::uuid, 'PRONTTUS', 'answered', 'created', id::text FROM made`,
  )
  const body = { transactionId: 'unheard-of', status: 'PAID' }
  expect(await readFor(id, 'PRONTTUS', body, /INSERT INTO "?readings/)).toBeLessThan(MOST_READ)
}, 120_000)
