/**
 * Gives a platform that has no administrator one again, or without arguments lists such platforms:
 * node scripts/restore-administrator.ts 0190b5a0-0000-7000-8000-000000000000 ana@example.com
 * docs/operations.md, "A platform has no administrator".
 */
import { uuidv7 } from 'uuidv7'
import { readSettings } from '../config/env.ts'
import { deriveKey } from '../config/keys.ts'
import { linkTokenOf, newLinkHash } from '../config/link-token.ts'
import { connectDatabase } from '../db/client.ts'
import { listWithoutAdministrator, restoreAdministrator } from '../db/queries/access/administrators.ts'
import { isUuid } from '../domain/uuid.ts'
import { linkAddress } from '../mail/access.ts'

const [platformId, givenEmail, ...more] = process.argv.slice(2)
const email = givenEmail?.toLowerCase()
const isWrong = more.length > 0 || !isUuid(platformId ?? '') || !/^[^@\s]+@[^@\s]+$/.test(email ?? '')
if (platformId !== undefined && isWrong) {
  console.error('Usage: node scripts/restore-administrator.ts [<platform id> <e-mail>]')
  process.exit(2)
}
const { databaseUrl, masterKey, publicUrl } = readSettings()
const pool = connectDatabase({ databaseUrl, maxConnections: 1 })
try {
  if (platformId === undefined || email === undefined) await list()
  else await restore(platformId, email)
} finally {
  await pool.close()
}

async function list(): Promise<void> {
  const found = await listWithoutAdministrator(pool.writer)
  for (const { id, name } of found) console.log(`${id}  ${JSON.stringify(name)}`)
  if (found.length === 0) console.log('Each platform has an administrator.')
}

async function restore(to: string, address: string): Promise<void> {
  const keys = deriveKey(masterKey, 'link')
  const id = uuidv7()
  const tokenHash = newLinkHash(keys, id)
  const restored = await restoreAdministrator(pool.writer, to, address, { id, tokenHash })
  if (restored === 'raised') console.log(`${address} works for the platform, and is its administrator now.`)
  else if (restored === 'invited') {
    const token = linkTokenOf(keys, { id, tokenHash }) ?? ''
    console.log(`Administrator by this link, once, within a week: ${linkAddress(publicUrl, 'invitation', token)}`)
  } else {
    const why = {
      unknownPlatform: 'There is no such live platform',
      hasAdministrator: 'The platform has an administrator',
    }
    console.error(`${why[restored]}: nothing was changed.`)
    process.exitCode = 1
  }
}
