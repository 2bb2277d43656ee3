import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type {
  NewProviderAccount,
  ProviderAccount,
  ProviderAccountChange,
  ProviderAccountList,
  ProviderList,
} from '../../api/contract.ts'

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

export const changeAccount = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, ...change }: ProviderAccountChange & { id: string }) =>
      api.patch<ProviderAccount>(`/v1/provider-accounts/${id}`, change),
    onSettled: () => queries.invalidateQueries({ queryKey: providerQueries.accounts().queryKey }),
  })

/** One after the other: they are few, and the order in between is nobody's harm. */
export const placeAccounts = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: async (places: readonly { id: string; priority: number }[]) => {
      for (const { id, priority } of places) await api.patch(`/v1/provider-accounts/${id}`, { priority })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: providerQueries.accounts().queryKey }),
  })
