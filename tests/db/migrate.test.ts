/** Bringing a database up to date: twice is once, and one that another version made is refused before anything fails in it. */
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrateDatabase } from '../../db/migrate.ts'
import { type FreshDatabase, freshDatabase } from '../support/stack.ts'

let database: FreshDatabase
let sql: Sql
beforeAll(async () => {
  database = await freshDatabase()
  sql = postgres(database.databaseUrl, { max: 1 })
})
afterAll(async () => {
  await sql?.end()
  await database?.drop()
})

const done = () => sql`SELECT id, hash, created_at FROM drizzle.__drizzle_migrations ORDER BY id`
const REFUSED = /^Another version of Trilho made this database.* use an empty database.*remove \.trilho/

test('one that is up to date stays as it is', async () => {
  const before = await done()
  await migrateDatabase(database.databaseUrl)
  expect(await done()).toEqual(before)
})

/** What `migrateDatabase` says of a database in which a version did one migration more than this one has. */
async function saidAfter(more: { hash: string; at: string }): Promise<unknown> {
  await sql`INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES (${more.hash}, ${more.at})`
  const said = await migrateDatabase(database.databaseUrl).then(
    () => 'migrated',
    (error: Error) => error.message,
  )
  await sql`DELETE FROM drizzle.__drizzle_migrations WHERE hash = ${more.hash}`
  return said
}

test('one in which a migration was done that is not in the set any more, or was rewritten since, is refused in plain words', async () => {
  const [first] = await done()
  expect(await saidAfter({ hash: 'rewritten', at: String(first?.created_at) })).toMatch(REFUSED)
  expect(await saidAfter({ hash: 'removed', at: String(Number(first?.created_at) - 1) })).toMatch(REFUSED)
})

test('a newer version may have gone on: this one runs beside it', async () => {
  const [last] = (await done()).slice(-1)
  expect(await saidAfter({ hash: 'newer', at: String(Number(last?.created_at) + 1) })).toBe('migrated')
})
