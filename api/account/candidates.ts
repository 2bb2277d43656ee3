/** Which provider accounts may do something, in the platform's own order. */
import type { Database } from '../../db/client.ts'
import { type Candidate, enabledAccounts } from '../../db/queries/account/read.ts'
import type { Provider } from '../../providers/contract.ts'
import { findProvider } from '../../providers/index.ts'
import { problem } from '../problem.ts'

/** Nobody waits for a sixth provider to refuse. */
const MAX_CANDIDATES = 5

export interface Ability {
  supports(provider: Provider): boolean
  /** What this provider needs and the request does not say, as fields of the request; all of them at once. */
  missing?(provider: Provider): readonly string[]
  /** Throws the provider's own words when it does not. */
  assertSupports(provider: Provider): void
}

/**
 * The account that was asked for, or the first enabled ones whose providers have the ability.
 * An account whose provider needs more than the request says is passed over while another can do it.
 * @throws ApiProblem 422 when there is none, or something is missing; ProviderError with the provider's own words when it lacks the ability.
 */
export async function accountsFor(
  db: Database,
  platformId: string,
  askedId: string | undefined,
  { supports, missing = () => [], assertSupports }: Ability,
): Promise<readonly [Candidate, ...Candidate[]]> {
  const accounts = await enabledAccounts(db, platformId)
  if (askedId !== undefined) {
    const asked = accounts.find(({ accountId }) => accountId === askedId)
    if (!asked) {
      const message = 'is no enabled provider account of this platform'
      throw problem('no_provider_account', { errors: [{ path: '/providerAccountId', rule: 'account', message }] })
    }
    assertSupports(findProvider(asked.provider))
    assertNothingMissing(asked.provider, missing)
    return [asked]
  }

  const [first] = accounts
  if (!first) throw problem('no_provider_account', { detail: 'This platform has no enabled provider account' })
  const able = accounts.filter(({ provider }) => supports(findProvider(provider)))
  const [preferred, ...others] = able.filter(({ provider }) => missing(findProvider(provider)).length === 0)
  if (preferred) return [preferred, ...others.slice(0, MAX_CANDIDATES - 1)]
  if (able[0]) assertNothingMissing(able[0].provider, missing)
  assertSupports(findProvider(first.provider))
  throw problem('method_not_supported')
}

/** @throws ApiProblem 422 that names every field which the provider needs and the request lacks. */
function assertNothingMissing(code: string, missing: (provider: Provider) => readonly string[]): void {
  const provider = findProvider(code)
  const fields = missing(provider)
  if (fields.length === 0) return
  const message = `is required by ${provider.name}`
  throw problem('rule_broken', {
    detail: `${provider.name} needs ${fields.join(', ')}`,
    errors: fields.map((field) => ({ path: `/${field.replaceAll('.', '/')}`, rule: 'required', message })),
  })
}
