/** Which provider accounts may take a charge, in which order. */
import type { Database } from '../../db/client.ts'
import { type Candidate, enabledAccounts } from '../../db/queries/provider-accounts.ts'
import type { PaymentMethod } from '../../domain/payment-method.ts'
import { findProvider } from '../../providers/index.ts'
import { problem } from '../problem.ts'

/** Nobody waits for a sixth provider to refuse. */
const MAX_CANDIDATES = 5

/**
 * The account that was asked for, or the first enabled ones whose providers have the method.
 * @throws ApiProblem 422 when there is none; ProviderError with the provider's own words when it lacks the method.
 */
export async function chooseCandidates(
  db: Database,
  platformId: string,
  wish: { paymentMethod: PaymentMethod; providerAccountId?: string },
): Promise<readonly [Candidate, ...Candidate[]]> {
  const { paymentMethod, providerAccountId } = wish
  const accounts = await enabledAccounts(db, platformId)
  if (providerAccountId !== undefined) {
    const asked = accounts.find(({ accountId }) => accountId === providerAccountId)
    if (!asked) {
      const message = 'is no enabled provider account of this platform'
      throw problem('no_provider_account', { errors: [{ path: '/providerAccountId', rule: 'account', message }] })
    }
    findProvider(asked.provider).assertSupports(paymentMethod)
    return [asked]
  }

  const [first] = accounts
  if (!first) throw problem('no_provider_account', { detail: 'This platform has no enabled provider account' })
  const [preferred, ...others] = accounts.filter(({ provider }) => supports(provider, paymentMethod))
  if (preferred) return [preferred, ...others.slice(0, MAX_CANDIDATES - 1)]
  findProvider(first.provider).assertSupports(paymentMethod)
  throw problem('method_not_supported')
}

function supports(code: string, method: PaymentMethod): boolean {
  return findProvider(code).capabilities.paymentMethods.includes(method)
}
