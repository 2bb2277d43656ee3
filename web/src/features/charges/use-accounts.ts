import { useQuery } from '@tanstack/react-query'
import { providerQueries } from '../providers/queries.ts'
import type { Accounts } from './requirements.ts'

/** The accounts that a charge may be made at; none until they are known. */
export function useAccounts(): Accounts {
  const catalog = useQuery(providerQueries.catalog())
  const accounts = useQuery(providerQueries.accounts())
  return {
    accounts: accounts.data?.data ?? [],
    providers: new Map(catalog.data?.data.map((provider) => [provider.code, provider])),
  }
}
