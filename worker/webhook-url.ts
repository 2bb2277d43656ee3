import type { KeyRing } from '../config/keys.ts'
import { open } from '../config/seal.ts'
import type { ProviderAccountRow } from '../db/queries/account/read.ts'
import type { AccountSecrets } from '../gateway/connection.ts'

/** The URL to which an account's provider posts its webhooks. The token in the path authenticates the account. */
export function webhookUrlOf(publicUrl: string, sealKey: KeyRing) {
  return (account: Pick<ProviderAccountRow, 'provider' | 'sealedSecrets'>): string => {
    const { webhookToken } = JSON.parse(open(account.sealedSecrets, sealKey)) as AccountSecrets
    return `${publicUrl}/webhooks/${account.provider.toLowerCase()}/${webhookToken}`
  }
}
