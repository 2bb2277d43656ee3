/** Which provider accounts may take a charge, in which order. */
import type { Database } from '../../db/client.ts'
import type { Candidate } from '../../db/queries/provider-accounts.ts'
import type { PaymentMethod } from '../../domain/payment-method.ts'
import { missingFields, type RequirementsDraft } from '../../domain/requirements.ts'
import { accountsFor } from '../accounts-for.ts'

/**
 * The account that was asked for, or the first enabled ones whose providers have the method.
 * @throws ApiProblem 422 when there is none, or none that is told all that it needs; ProviderError with the provider's own words when it lacks the method.
 */
export function chooseCandidates(
  db: Database,
  platformId: string,
  draft: RequirementsDraft & { paymentMethod: PaymentMethod; providerAccountId?: string },
): Promise<readonly [Candidate, ...Candidate[]]> {
  const { paymentMethod, providerAccountId } = draft
  return accountsFor(db, platformId, providerAccountId, {
    supports: ({ capabilities }) => capabilities.paymentMethods.includes(paymentMethod),
    missing: ({ requires }) => missingFields(draft, requires[paymentMethod] ?? []),
    assertSupports: (provider) => provider.assertSupports(paymentMethod),
  })
}
