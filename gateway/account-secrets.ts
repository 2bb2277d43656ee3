/** What a provider account's row holds sealed, and the address that its webhooks come to. */
import type { KeyRing } from '../config/keys.ts'
import { open } from '../config/seal.ts'
import type { ProviderAccountRow } from '../db/queries/account/read.ts'

/** The credentials as they were entered. Each provider says what it keeps where. */
export interface Packed {
  publicKey?: string
  secretKey?: string
  webhookSecret?: string
}

export interface AccountSecrets extends Packed {
  /** The secret part of the account's webhook URL. */
  webhookToken: string
  /** What attempts draw their nonces and references from: the same for as long as the account is there. */
  chance: string
}

type Sealed = Pick<ProviderAccountRow, 'sealedSecrets'>

/** @throws Error if the master key that sealed them is not known. */
export function openSecrets({ sealedSecrets }: Sealed, sealKey: KeyRing): AccountSecrets {
  const kept: Packed & Pick<AccountSecrets, 'webhookToken'> = JSON.parse(open(sealedSecrets, sealKey))
  // Earlier accounts drew from the token of their address.
  return { chance: kept.webhookToken, ...kept }
}

/** The URL to which a provider posts an account's webhooks. The token in the path authenticates the account. */
export const webhookAddress = (
  publicUrl: string,
  provider: string,
  { webhookToken }: Pick<AccountSecrets, 'webhookToken'>,
) => `${publicUrl}/webhooks/${provider.toLowerCase()}/${webhookToken}`
