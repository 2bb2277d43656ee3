import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { NewProviderAccount, ProviderAccount, ProviderAccountList, ProviderList } from '../../api/contract.ts'

export const providerQueries = {
  catalog: () =>
    queryOptions({
      queryKey: ['providers'],
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: ({ signal }) => api.get<ProviderList>('/v1/providers', { signal }),
    }),
  accounts: () =>
    queryOptions({
      queryKey: ['provider-accounts'],
      queryFn: ({ signal }) => api.get<ProviderAccountList>('/v1/provider-accounts', { query: { limit: 100 }, signal }),
    }),
}

export const connectAccount = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: (account: NewProviderAccount) => api.post<ProviderAccount>('/v1/provider-accounts', account),
    onSuccess: () => queries.invalidateQueries({ queryKey: providerQueries.accounts().queryKey }),
  })

export const setAccountEnabled = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, enabled }: { id: string; enabled: boolean }) =>
      api.patch<ProviderAccount>(`/v1/provider-accounts/${id}`, { enabled }),
    onSettled: () => queries.invalidateQueries({ queryKey: providerQueries.accounts().queryKey }),
  })
