/** Which provider accounts may take a charge, in which order. */
import type { Database } from '../../db/client.ts'
import type { Candidate } from '../../db/queries/account/read.ts'
import { MESSAGES } from '../../domain/messages.ts'
import type { PaymentMethod } from '../../domain/payment-method.ts'
import { ProviderError } from '../../domain/provider-error.ts'
import { missingFields, type RequirementsDraft } from '../../domain/requirements.ts'
import type { Split } from '../../domain/transaction.ts'
import type { Provider } from '../../providers/contract.ts'
import { accountsFor } from '../account/candidates.ts'

/**
 * The account that was asked for, or the first enabled ones whose providers have the method.
 * @throws ApiProblem 422 when there is none, or none that is told all that it needs; ProviderError with the provider's own words when it lacks the method.
 */
export function chooseCandidates(
  db: Database,
  platformId: string,
  draft: RequirementsDraft & {
    paymentMethod: PaymentMethod
    providerAccountId?: string
    splits?: readonly Pick<Split, 'type'>[]
  },
): Promise<readonly [Candidate, ...Candidate[]]> {
  const { paymentMethod, providerAccountId, splits = [] } = draft
  const canSplit = ({ capabilities }: Provider) => splits.every(({ type }) => capabilities.splitTypes.includes(type))
  return accountsFor(db, platformId, providerAccountId, {
    supports: (provider) => provider.capabilities.paymentMethods.includes(paymentMethod) && canSplit(provider),
    missing: ({ requires }) => missingFields(draft, requires[paymentMethod] ?? []),
    assertSupports: (provider) => {
      provider.assertSupports(paymentMethod)
      if (!canSplit(provider)) throw new ProviderError('NotSupported', MESSAGES.methodNotImplemented)
    },
  })
}
