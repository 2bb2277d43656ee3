import { open } from '../config/seal.ts'
import type { AccountRow } from '../db/queries/charge/attempts.ts'
import type { AccountSecrets } from '../gateway/connection.ts'

/** Where an account's provider posts its webhooks: the token in the path authenticates the account. */
export function webhookUrlOf(publicUrl: string, sealKey: Buffer) {
  return (account: Pick<AccountRow, 'provider' | 'sealedSecrets'>): string => {
    const { webhookToken } = JSON.parse(open(account.sealedSecrets, sealKey)) as AccountSecrets
    return `${publicUrl}/webhooks/${account.provider.toLowerCase()}/${webhookToken}`
  }
}
