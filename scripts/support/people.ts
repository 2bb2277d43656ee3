import { uuidv7 } from 'uuidv7'
import { deriveKey, type KeyRing } from '../../config/keys.ts'
import { seal } from '../../config/seal.ts'
import { generateWebhookSecret } from '../../config/webhook-secret.ts'
import type { Database } from '../../db/client.ts'
import { accounts, platforms, users } from '../../db/schema/index.ts'
import type { Role } from '../../domain/role.ts'

/** A database or a transaction of it. */
export type Writer = Pick<Database, 'insert'>

type NewPlatform = typeof platforms.$inferInsert

/** Returns the new platform's id. */
export async function insertPlatform(
  db: Writer,
  platform: Omit<NewPlatform, 'id' | 'sealedWebhookSecret' | 'createdAt'>,
  masterKey: KeyRing,
): Promise<string> {
  const id = uuidv7()
  await db
    .insert(platforms)
    .values({ id, ...platform, sealedWebhookSecret: seal(generateWebhookSecret(), deriveKey(masterKey, 'seal')) })
  return id
}

export interface NewUser {
  platformId: string
  email: string
  name: string
  role: Role
}

/** In a transaction: a user without a password row could not sign in. */
export async function insertUser(db: Writer, user: NewUser, passwordHash: string): Promise<void> {
  const id = uuidv7()
  await db.insert(users).values({ id, emailVerified: true, ...user })
  await db.insert(accounts).values({
    id: uuidv7(),
    accountId: id,
    userId: id,
    providerId: 'credential',
    password: passwordHash,
  })
}
