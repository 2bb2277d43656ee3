/** Bringing a database up to date: twice is once, and one that another version made is refused before anything fails in it. */
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrateDatabase } from '../../db/migrate.ts'
import { type FreshDatabase, freshDatabase } from '../support/stack.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database?.drop())

test('one that is up to date stays as it is; one that another version made is refused in plain words', async () => {
  await migrateDatabase(database.databaseUrl)
  const sql = postgres(database.databaseUrl, { max: 1 })
  try {
    const [last] = await sql`
      UPDATE drizzle.__drizzle_migrations SET hash = 'of another version'
      WHERE id = (SELECT max(id) FROM drizzle.__drizzle_migrations) RETURNING id`
    expect(last).toBeDefined()
    await expect(migrateDatabase(database.databaseUrl)).rejects.toThrow(
      /^Another version of Trilho made this database.* use an empty database/,
    )
  } finally {
    await sql.end()
  }
})
