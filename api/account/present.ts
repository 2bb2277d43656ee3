/** An account as the API shows it. */
import type { FastifyBaseLogger } from 'fastify'
import type { Settings } from '../../config/env.ts'
import type { ProviderAccountRow } from '../../db/queries/account/read.ts'
import { webhookAddress } from '../../gateway/account-secrets.ts'
import type { ProviderAccount } from '../schemas/provider-account.ts'
import { iso } from '../time.ts'
import { openSecretsOf } from './secrets.ts'

/** The webhook address holds a secret: `shownAddress` is for administrators, `hidden` for everybody else. */
export function presentAccount(
  row: ProviderAccountRow,
  webhookUrl: (row: ProviderAccountRow) => string | null,
): ProviderAccount {
  const { id, provider, name, baseUrl, priority, enabled } = row
  const { testOutcome: outcome, testMessage: message, testSetting: setting, testedAt } = row
  return {
    id,
    provider,
    name,
    baseUrl,
    priority,
    enabled,
    webhookUrl: webhookUrl(row),
    lastTest: outcome && testedAt ? { outcome, message, setting, at: iso(testedAt) } : null,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  }
}

export const hidden = () => null

/** Null when the account's secrets cannot be opened, as after a change of the master key: the others are still to be seen. */
export const shownAddress =
  (settings: Settings, log: FastifyBaseLogger) =>
  (row: ProviderAccountRow): string | null => {
    try {
      return webhookAddress(settings.publicUrl, row.provider, openSecretsOf(settings, row))
    } catch (error) {
      log.error({ err: error, providerAccountId: row.id }, "an account's secrets cannot be opened")
      return null
    }
  }
