import { useQuery } from '@tanstack/react-query'
import { buyersMethods } from '../../../../domain/provider-operations.ts'
import type { PaymentMethod } from '../../api/contract.ts'
import { providerQueries } from './queries.ts'

/** By which methods the buyers of a page can pay at active accounts; undefined until they are known. */
export function useTakenMethods(): ReadonlySet<PaymentMethod> | undefined {
  const accounts = useQuery(providerQueries.accounts()).data?.data
  const catalog = useQuery(providerQueries.catalog()).data?.data
  if (!accounts || !catalog) return undefined
  const active = new Set(accounts.filter(({ enabled }) => enabled).map(({ provider }) => provider))
  return new Set(catalog.filter(({ code }) => active.has(code)).flatMap(buyersMethods))
}
