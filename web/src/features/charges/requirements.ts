/** What the provider that would take a charge needs to know of it: asked before anything is sent. */
import { WHOLE_ADDRESS } from '../../../../domain/requirements.ts'
import type { PaymentMethod, Provider, ProviderAccount, RequirableField } from '../../api/contract.ts'

/** The platform's accounts, and their providers by code. */
export interface Accounts {
  accounts: readonly ProviderAccount[]
  providers: ReadonlyMap<string, Provider>
}

export interface Choice {
  method: PaymentMethod
  /** Null where the platform's own order decides. */
  accountId: string | null
}

/** For the fields that only some providers need. */
export interface Required {
  required: readonly RequirableField[]
}

/** Enabled accounts whose providers take the method, in the order in which they are tried. */
export function suitableAccounts({ accounts, providers }: Accounts, method: PaymentMethod): ProviderAccount[] {
  return accounts
    .filter(({ enabled, provider }) => enabled && providers.get(provider)?.paymentMethods.includes(method))
    .toSorted((one, other) => one.priority - other.priority || one.createdAt.localeCompare(other.createdAt))
}

/**
 * What must be filled in. Without a chosen account: what no account can do without; a card, though, is saved at the first
 * one, so that it is this one's needs that count. An address is whole or not at all.
 */
export function requiredFields(known: Accounts, { method, accountId }: Choice): readonly RequirableField[] {
  const suitable = suitableAccounts(known, method)
  const chosen = accountId ? suitable.find(({ id }) => id === accountId) : undefined
  const first = chosen ?? (method === 'CREDIT_CARD' ? suitable[0] : undefined)
  const needsOf = ({ provider }: ProviderAccount) => known.providers.get(provider)?.requires[method] ?? []
  const [one = [], ...others] = (first ? [first] : suitable).map(needsOf)
  const needed = one.filter((field) => others.every((needs) => needs.includes(field)))
  const rest = needed.filter((field) => !isAddress(field) && field !== 'customerIp')
  return needed.some(isAddress) ? [...rest, ...WHOLE_ADDRESS] : rest
}

const isAddress = (field: RequirableField) => field.startsWith('address.')
