/** What the last test of an account has found, for as long as it holds. */
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { AccountTest } from '../../../domain/account-test.ts'
import type { PlatformSetting } from '../../../domain/requirements.ts'
import type { Database, Queryable } from '../../client.ts'
import { platforms, providerAccounts } from '../../schema/index.ts'
import type { PlatformRow } from '../access/platforms.ts'
import { living, type ProviderAccountRow } from './read.ts'

/** A test says something of the keys, the address and the platform's setting that were tested, and of no others. */
export const UNTESTED = { testOutcome: null, testMessage: null, testSetting: null, testedAt: null }

/** As they were tested. */
interface Tested {
  account: ProviderAccountRow
  platform: PlatformRow
}

/**
 * Not recorded if the keys, the URL or the setting that it lacked have changed since the test, because the result would not apply to the
 * current ones.
 */
export async function recordAccountTest(
  db: Database,
  { account, platform }: Tested,
  { outcome, message, setting }: AccountTest,
): Promise<ProviderAccountRow | undefined> {
  const { platformId, id, sealedSecrets, baseUrl } = account
  const { sealedSecrets: secrets, baseUrl: address } = providerAccounts
  const [row] = await db
    .update(providerAccounts)
    .set({
      testOutcome: outcome,
      testMessage: message ?? null,
      testSetting: setting ?? null,
      testedAt: sql`now()`,
    })
    .where(
      and(
        living(platformId, id),
        eq(secrets, sealedSecrets),
        sql`${address} IS NOT DISTINCT FROM ${baseUrl}`,
        setting && isStill(platform, setting),
      ),
    )
    .returning()
  return row
}

const COLUMNS = {
  certCashInUrl: 'certCashInUrl',
  certCashOutUrl: 'certCashOutUrl',
  privateKey: 'sealedPrivateKey',
  defaultReceiverId: 'defaultReceiverId',
} as const satisfies Record<PlatformSetting, keyof PlatformRow>

function isStill(platform: PlatformRow, setting: PlatformSetting): SQL {
  const column = COLUMNS[setting]
  return sql`EXISTS (SELECT FROM ${platforms} WHERE ${platforms.id} = ${platform.id} AND ${platforms[column]} IS NOT DISTINCT FROM ${platform[column]} FOR SHARE)`
}

/** Of the accounts whose provider was not asked because of one of these settings, which have changed. */
export async function forgetTestsFor(
  db: Queryable,
  platformId: string,
  settings: readonly PlatformSetting[],
): Promise<void> {
  await db
    .update(providerAccounts)
    .set(UNTESTED)
    .where(and(eq(providerAccounts.platformId, platformId), inArray(providerAccounts.testSetting, [...settings])))
}
