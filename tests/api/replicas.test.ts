/** Read replicas: one that is away costs no answer, and one that lags shows no single thing as it was before. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectDatabase } from '../../db/client.ts'
import { charges } from '../../db/schema/index.ts'
import { freshDatabase } from '../support/stack.ts'
import { startTestApi, type TestApi } from './support.ts'

/** Nothing listens there. */
const REFUSES = 'postgres://trilho@127.0.0.1:1/replica'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ settings: { databaseReplicaUrls: [REFUSES, REFUSES] } })
})
afterAll(() => api?.close())

it.each(['charges', 'charges/totals', 'refunds', 'withdrawals', 'receivers', 'customers', 'audit-log', 'attention'])(
  '%s is read while no replica can be reached',
  async (path) => {
    const answer = await api.call(api.home.keys.admin, 'GET', `/v1/${path}`)
    expect(answer.statusCode, answer.body).toBe(200)
  },
)

it('a charge is shown as its request was answered, where the replica has an older row of it', async () => {
  const behind = await freshDatabase()
  const replica = connectDatabase({ databaseUrl: behind.databaseUrl, maxConnections: 1 })
  const own = await startTestApi({ settings: { databaseReplicaUrls: [behind.databaseUrl] } })
  const row = await own.addCharge(own.home)
  await replica.writer.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL session_replication_role = replica`)
    await tx.insert(charges).values(row)
  })
  await own.database.writer.update(charges).set({ pixCode: 'the code' }).where(eq(charges.id, row.id))
  const seen = await own.call(own.home.keys.seller, 'GET', `/v1/charges/${row.id}`)
  expect(seen.json()).toMatchObject({ pixCode: 'the code' })
  const listed = await own.call(own.home.keys.seller, 'GET', '/v1/charges')
  expect(listed.json().data).toMatchObject([{ id: row.id, pixCode: null }])
  await own.close()
  await replica.close()
  await behind.drop()
})
