/** Which provider accounts may do something, in the platform's own order. */
import type { Database } from '../db/client.ts'
import { type Candidate, enabledAccounts } from '../db/queries/provider-accounts.ts'
import type { Provider } from '../providers/contract.ts'
import { findProvider } from '../providers/index.ts'
import { problem } from './problem.ts'

/** Nobody waits for a sixth provider to refuse. */
const MAX_CANDIDATES = 5

export interface Ability {
  supports(provider: Provider): boolean
  /** Throws the provider's own words when it does not. */
  assertSupports(provider: Provider): void
}

/**
 * The account that was asked for, or the first enabled ones whose providers have the ability.
 * @throws ApiProblem 422 when there is none; ProviderError with the provider's own words when it lacks the ability.
 */
export async function accountsFor(
  db: Database,
  platformId: string,
  askedId: string | undefined,
  { supports, assertSupports }: Ability,
): Promise<readonly [Candidate, ...Candidate[]]> {
  const accounts = await enabledAccounts(db, platformId)
  if (askedId !== undefined) {
    const asked = accounts.find(({ accountId }) => accountId === askedId)
    if (!asked) {
      const message = 'is no enabled provider account of this platform'
      throw problem('no_provider_account', { errors: [{ path: '/providerAccountId', rule: 'account', message }] })
    }
    assertSupports(findProvider(asked.provider))
    return [asked]
  }

  const [first] = accounts
  if (!first) throw problem('no_provider_account', { detail: 'This platform has no enabled provider account' })
  const [preferred, ...others] = accounts.filter(({ provider }) => supports(findProvider(provider)))
  if (preferred) return [preferred, ...others.slice(0, MAX_CANDIDATES - 1)]
  assertSupports(findProvider(first.provider))
  throw problem('method_not_supported')
}
