/** What `npm start` has seeded has published passwords: in production neither process runs on it. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connectDatabase, type DatabasePool } from '../../db/client.ts'
import { refuseDemo } from '../../db/refuse-demo.ts'
import { insertPlatform } from '../../scripts/support/people.ts'
import { runCommand } from '../support/command.ts'
import { type FreshDatabase, freshDatabase } from '../support/stack.ts'

let database: FreshDatabase
let pool: DatabasePool
beforeAll(async () => {
  database = await freshDatabase()
  pool = connectDatabase({ databaseUrl: database.databaseUrl, maxConnections: 1 })
})
afterAll(async () => {
  await pool?.close()
  await database?.drop()
})

test('a database is refused for its demo platform alone, and not known while it does not answer', async () => {
  expect(await refuseDemo(pool)).toBe(true)
  const away = connectDatabase({ databaseUrl: 'postgres://user@127.0.0.1:1/none', maxConnections: 1 })
  expect(await refuseDemo(away)).toBe(false)
  await away.close()
  await insertPlatform(pool.writer, { name: 'Loja Demo', isDemo: true }, [randomBytes(32)])
  await expect(refuseDemo(pool)).rejects.toThrow('create-platform')
})

test.each(['api/server.ts', 'worker/main.ts'])('%s ends, and says why', async (entry) => {
  const command = runCommand(process.execPath, [entry], {
    NODE_ENV: 'production',
    DATABASE_URL: database.databaseUrl,
    TEMPORAL_ADDRESS: inject('temporalAddress'),
    PUBLIC_URL: 'https://pay.example.com',
    TRILHO_MASTER_KEY: randomBytes(32).toString('base64'),
    PORT: '0',
  })
  expect(await command.exit).toBe(1)
  expect(command.output()).toContain('a database that `npm start` has seeded with demo people')
})
