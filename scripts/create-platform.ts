/**
 * Makes a platform and its first administrator, and prints the password once:
 * node scripts/create-platform.ts "Loja da Ana" ana@example.com "Ana Souza"
 */
import { randomBytes } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { readSettings } from '../config/env.ts'
import { connectDatabase } from '../db/client.ts'
import { insertPlatform, insertUser } from './support/people.ts'

const [platformName, email, personName = email] = process.argv.slice(2)
if (!platformName || !email || !personName) {
  console.error('Usage: node scripts/create-platform.ts <platform> <administrator e-mail> [administrator name]')
  process.exit(2)
}
const settings = readSettings()
const pool = connectDatabase({ databaseUrl: settings.databaseUrl, maxConnections: 1 })
try {
  const password = randomBytes(18).toString('base64url')
  await pool.writer.transaction(async (tx) => {
    const platformId = await insertPlatform(tx, { name: platformName }, settings.masterKey)
    await insertUser(tx, { platformId, email, name: personName, role: 'admin' }, await hashPassword(password))
    console.log(`Platform ${platformName}: ${platformId}`)
  })
  console.log(`Sign in as ${email} with ${password}`)
} finally {
  await pool.close()
}
