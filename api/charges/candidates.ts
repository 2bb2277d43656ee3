/** Which provider accounts may take a charge, in which order. */
import type { Database } from '../../db/client.ts'
import type { Candidate } from '../../db/queries/provider-accounts.ts'
import type { PaymentMethod } from '../../domain/payment-method.ts'
import { accountsFor } from '../accounts-for.ts'

/**
 * The account that was asked for, or the first enabled ones whose providers have the method.
 * @throws ApiProblem 422 when there is none; ProviderError with the provider's own words when it lacks the method.
 */
export function chooseCandidates(
  db: Database,
  platformId: string,
  { paymentMethod, providerAccountId }: { paymentMethod: PaymentMethod; providerAccountId?: string },
): Promise<readonly [Candidate, ...Candidate[]]> {
  return accountsFor(db, platformId, providerAccountId, {
    supports: ({ capabilities }) => capabilities.paymentMethods.includes(paymentMethod),
    assertSupports: (provider) => provider.assertSupports(paymentMethod),
  })
}
