import { Client, Connection } from '@temporalio/client'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SEARCH_ATTRIBUTES } from '../../workflows/messages.ts'
import { type FreshDatabase, type FreshNamespace, freshDatabase, freshNamespace } from '../support/stack.ts'

let database: FreshDatabase
let namespace: FreshNamespace

beforeAll(async () => {
  ;[database, namespace] = await Promise.all([freshDatabase(), freshNamespace()])
})
afterAll(() => Promise.all([database.drop(), namespace.drop()]))

test('a fresh database is migrated and empty, and two do not see each other', async () => {
  const other = await freshDatabase()
  const ours = postgres(database.databaseUrl, { max: 1 })
  const theirs = postgres(other.databaseUrl, { max: 1 })
  await ours`INSERT INTO platforms (id, name, sealed_webhook_secret) VALUES (gen_random_uuid(), 'ours', 'x')`
  expect(await ours`SELECT name FROM platforms`).toMatchObject([{ name: 'ours' }])
  expect(await theirs`SELECT name FROM platforms`).toHaveLength(0)
  await Promise.all([ours.end(), theirs.end()])
  await other.drop()
})

test('a fresh namespace takes a workflow with our search attributes at once', async () => {
  const connection = await Connection.connect({ address: namespace.temporalAddress })
  const client = new Client({ connection, namespace: namespace.temporalNamespace })
  const handle = await client.workflow.start('anything', {
    taskQueue: 'without-worker',
    workflowId: 'one',
    typedSearchAttributes: [
      { key: SEARCH_ATTRIBUTES.provider, value: 'ASAAS' },
      { key: SEARCH_ATTRIBUTES.platformId, value: 'p' },
      { key: SEARCH_ATTRIBUTES.status, value: 'PENDING' },
      { key: SEARCH_ATTRIBUTES.needsAttention, value: true },
    ],
  })
  await expect
    .poll(async () => (await client.workflow.count('Provider = "ASAAS" AND NeedsAttention = true')).count)
    .toBe(1)
  await handle.terminate()
  await connection.close()
})
