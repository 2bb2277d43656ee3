import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { DatabasePool } from '../../db/client.ts'
import { findKeyPlatform, type KeyHolder } from '../../db/queries/access/holders.ts'
import type { Mode } from '../../domain/mode.ts'
import { INSTALLATION_KEY_NAME } from '../../domain/requester.ts'
import type { Identity } from './actor.ts'
import type { FindOwner } from './secret-owners.ts'

/** Live keys of before there were test ones have no mode in their prefix. */
const PREFIX = 'trk_'
const PREFIXES = { live: `${PREFIX}live_`, test: `${PREFIX}test_` } as const satisfies Record<Mode, string>
const FORM = /^trk_(?:live_|test_)?[\w-]{43}$/
const HINT_CHARACTERS = 4
/** The id of `TRILHO_ADMIN_API_KEY`, which stands in no table. */
export const INSTALLATION_KEY = 'admin'
const NO_SESSION = { sessionId: null, secondFactor: 'off' } as const

/** A new key, what is stored of it, and what tells it from others. */
export function generateApiKey(mode: Mode): { key: string; hash: string; hint: string } {
  const key = PREFIXES[mode] + randomBytes(32).toString('base64url')
  return { key, hash: sha256(key).toString('hex'), hint: key.slice(0, PREFIXES[mode].length + HINT_CHARACTERS) }
}

export const sha256 = (value: string) => createHash('sha256').update(value).digest()

/** Null for an unknown key. One statement for a key that was used recently, none for a text that cannot be a key. */
export async function authenticateKey(
  key: string,
  {
    database,
    findKeyHolder,
    adminApiKey,
  }: { database: DatabasePool; findKeyHolder: FindOwner<KeyHolder>; adminApiKey: string | undefined },
): Promise<Identity | null> {
  const hash = sha256(key)
  if (adminApiKey !== undefined && timingSafeEqual(hash, sha256(adminApiKey))) return installationAdmin(database)
  if (!FORM.test(key)) return null
  const holder = await findKeyHolder(hash.toString('hex'))
  return holder ? { type: 'apiKey', email: null, ...NO_SESSION, ...holder } : null
}

async function installationAdmin(database: DatabasePool): Promise<Identity | null> {
  const platform = await findKeyPlatform(database.writer)
  if (!platform) return null
  return {
    type: 'apiKey',
    id: INSTALLATION_KEY,
    name: INSTALLATION_KEY_NAME,
    email: null,
    role: 'admin',
    platformId: platform.id,
    homeId: platform.id,
    platformName: platform.name,
    brandColor: platform.brandColor,
    logoUrl: platform.logoUrl,
    approvalAbove: platform.approvalAbove,
    personId: null,
    ...NO_SESSION,
  }
}
