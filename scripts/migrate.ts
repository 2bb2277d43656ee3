/** Brings the schema of DATABASE_URL up to date. */
import { migrateDatabase } from '../db/migrate.ts'

const { DATABASE_URL } = process.env
if (!DATABASE_URL) throw new Error('DATABASE_URL is not set')
await migrateDatabase(DATABASE_URL)
console.log('The database schema is up to date.')
