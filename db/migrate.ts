import { fileURLToPath } from 'node:url'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import { connectDatabase, type DatabasePool } from './client.ts'

const FOLDER = { migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) }

/**
 * Migrates the schema to the current version. Safe to run from several processes at once.
 * @throws Error if another version created the database and no migration continues from it.
 */
export async function migrateDatabase(databaseUrl: string): Promise<void> {
  const pool = connectDatabase({ databaseUrl, maxConnections: 1 })
  try {
    // No timeout: another process's migrations, or a long one of our own, may take long.
    await pool.sql`SET statement_timeout = 0`
    await pool.sql`SELECT pg_advisory_lock(hashtext('trilho-migrations'))`
    await assertOurs(pool, readMigrationFiles(FOLDER))
    await migrate(pool.writer, FOLDER)
  } finally {
    await pool.close()
  }
}

/** Whether the schema is at least ours. @throws Error if there is none. */
export async function isMigrated({ sql }: Pick<DatabasePool, 'sql'>): Promise<boolean> {
  const last = newest()
  const found = await sql`
    SELECT FROM drizzle.__drizzle_migrations WHERE hash = ${last.hash} AND created_at = ${last.folderMillis}`
  return found.length > 0
}

let known: MigrationMeta | undefined

function newest(): MigrationMeta {
  known ??= readMigrationFiles(FOLDER)
    .toSorted((a, b) => a.folderMillis - b.folderMillis)
    .at(-1)
  if (!known) throw new Error('There are no migrations')
  return known
}

/**
 * The library compares only the migrations' times, so a migration that was rewritten later would count as done. Migrations newer than
 * ours belong to a newer version, which may run at the same time.
 */
async function assertOurs({ sql }: DatabasePool, ours: readonly MigrationMeta[]): Promise<void> {
  const [found] = await sql`SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS exists`
  if (!found?.exists) return
  const done = await sql<{ hash: string; at: number }[]>`
    SELECT hash, created_at::float8 AS at FROM drizzle.__drizzle_migrations`
  const newest = Math.max(...ours.map((one) => one.folderMillis))
  const isForeign = done.some(
    ({ hash, at }) => at <= newest && !ours.some((one) => one.folderMillis === at && one.hash === hash),
  )
  if (!isForeign) return
  throw new Error(
    'Another version of Trilho made this database, and no migration leads on from there: use an empty database (on this machine: ' +
      'another TRILHO_DATA_DIR, or remove .trilho), or that version',
  )
}
