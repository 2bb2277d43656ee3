/** Platforms, and what their administrators choose for them. */
import { eq, sql } from 'drizzle-orm'
import { PLATFORM_SETTINGS } from '../../../domain/requirements.ts'
import type { Database, Queryable } from '../../client.ts'
import { platforms, users } from '../../schema/index.ts'
import { forgetTestsFor } from '../account/tests.ts'
import { setMembership } from './memberships.ts'
import { insertUser, isPasswordSetByOther, type NewPerson } from './people.ts'

export type PlatformRow = typeof platforms.$inferSelect
export type NewPlatformRow = typeof platforms.$inferInsert

export async function findPlatform(db: Database, platformId: string): Promise<PlatformRow | undefined> {
  const [row] = await db.select().from(platforms).where(eq(platforms.id, platformId))
  return row
}

/**
 * Creates a platform together with its first administrator: a new person, or the id of one who has a sign-in elsewhere. `ownPassword`:
 * nothing was created, because another user chose that one's password.
 */
export async function insertPlatform(
  db: Database,
  row: NewPlatformRow & { id: string },
  admin: NewPerson | string,
): Promise<PlatformRow | 'ownPassword'> {
  return db.transaction(async (tx) => {
    if (typeof admin === 'string') {
      await tx.select({ id: users.id }).from(users).where(eq(users.id, admin)).for('no key update')
      if (await isPasswordSetByOther(tx, admin)) return 'ownPassword'
    }
    const [platform] = await tx.insert(platforms).values(row).returning()
    if (!platform) throw new Error('The insert returned no row')
    if (typeof admin === 'string') await setMembership(tx, { userId: admin, platformId: row.id, role: 'admin' })
    else await insertUser(tx, row.id, admin)
    return platform
  })
}

/** Given the sealed secret that signs now, the one that is to, and the one that signs beside it; undefined where the first is to stay. */
export type NextSecret = (sealedSecret: string) => { sealed: string; sealedPrevious: string | null } | undefined

/**
 * The current secret becomes the previous one; the earlier one is deleted.
 * @param next the secret that is to sign after this one, undefined where it is to stay.
 * @param hold in the transaction, before anything else.
 */
export async function rotateWebhookSecret(
  db: Database,
  platformId: string,
  next: NextSecret,
  hold: (tx: Queryable) => Promise<void>,
): Promise<PlatformRow | undefined> {
  const isIt = eq(platforms.id, platformId)
  return db.transaction(async (tx) => {
    await hold(tx)
    const [before] = await tx.select().from(platforms).where(isIt).for('no key update')
    const change = before && next(before.sealedWebhookSecret)
    if (change === undefined) return before
    const [row] = await tx
      .update(platforms)
      .set({
        sealedWebhookSecret: change.sealed,
        sealedPreviousWebhookSecret: change.sealedPrevious,
        webhookSecretRotatedAt: sql`now()`,
      })
      .where(isIt)
      .returning()
    return row
  })
}

/** An account whose provider was not asked because of a setting that changes is untested again. */
export async function changePlatform(
  db: Database,
  platformId: string,
  change: Partial<
    Pick<
      PlatformRow,
      | 'name'
      | 'certCashInUrl'
      | 'certCashOutUrl'
      | 'defaultReceiverId'
      | 'brandColor'
      | 'logoUrl'
      | 'supportEmail'
      | 'supportPhone'
      | 'sealedPrivateKey'
      | 'installmentFees'
      | 'maxInstallmentsWithoutInterest'
      | 'minInstallmentValue'
      | 'maxUnprovedAmount'
      | 'doublePayments'
      | 'latePayments'
      | 'approvalAbove'
      | 'approvalHours'
      | 'secondFactorRequired'
    >
  >,
): Promise<PlatformRow | undefined> {
  const settings = PLATFORM_SETTINGS.filter((setting) => Object.hasOwn(change, setting))
  return db.transaction(async (tx) => {
    const [row] = await tx.update(platforms).set(change).where(eq(platforms.id, platformId)).returning()
    if (settings.length > 0) await forgetTestsFor(tx, platformId, settings)
    return row
  })
}
