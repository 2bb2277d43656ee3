/** Ready is what can make a charge: a database that answers, and does not have our tables, cannot. */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from './support.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api?.close())

const database = async () => (await api.call(null, 'GET', '/health/ready')).json().checks.database
const run = (statement: string) => api.database.writer.execute(sql.raw(statement))

it('a database that lacks our newest migration is down, and one that has a newer one is not', async () => {
  expect(await database()).toBe('up')
  await run(`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('newer', 99999999999999)`)
  expect(await database()).toBe('up')
  await run(`CREATE TABLE ours AS SELECT * FROM drizzle.__drizzle_migrations`)
  await run(`DELETE FROM drizzle.__drizzle_migrations WHERE hash <> 'newer'
    AND created_at = (SELECT max(created_at) FROM ours WHERE hash <> 'newer')`)
  // The answer may be to a question from before it.
  await expect.poll(database).toBe('down')
  await run('DROP SCHEMA drizzle CASCADE')
  await expect.poll(database).toBe('down')
})
