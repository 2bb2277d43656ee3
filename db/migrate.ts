import { fileURLToPath } from 'node:url'
import { migrate } from 'drizzle-orm/postgres-js/migrator'
import { connectDatabase } from './client.ts'

/** Brings the schema up to date; safe to run from several processes at once. */
export async function migrateDatabase(databaseUrl: string): Promise<void> {
  const pool = connectDatabase({ databaseUrl, maxConnections: 1 })
  try {
    // Waiting for another process's migrations, or a long one of our own, is no reason to give up.
    await pool.sql`SET statement_timeout = 0`
    await pool.sql`SELECT pg_advisory_lock(hashtext('trilho-migrations'))`
    await migrate(pool.writer, { migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)) })
  } finally {
    await pool.close()
  }
}
