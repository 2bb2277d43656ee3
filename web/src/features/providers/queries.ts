import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type {
  AccountHealth,
  Balances,
  NewProviderAccount,
  ProviderAccount,
  ProviderAccountChange,
  ProviderList,
} from '../../api/contract.ts'
import { wholeList } from '../../api/pages.ts'

const PATH = '/v1/provider-accounts'

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
      queryFn: ({ signal }) => wholeList<ProviderAccount>(PATH, { signal }),
    }),
  /** An account's health, from recorded results; makes no request to the provider. */
  health: (id: string) =>
    queryOptions({
      queryKey: ['provider-account-health', id],
      refetchInterval: 30_000,
      queryFn: ({ signal }) => api.get<AccountHealth>(`${PATH}/${id}/health`, { signal }),
    }),
  /** Makes requests to the providers, so it runs only where it is shown. */
  balances: () =>
    queryOptions({
      queryKey: ['balances'],
      staleTime: 30_000,
      queryFn: ({ signal }) => api.get<Balances>('/v1/balances', { signal }),
    }),
}

/** Paused until the provider has accepted the keys: an untested account takes no charge. */
export const connectAccount = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: async (account: NewProviderAccount) => {
      const made = await api.post<ProviderAccount>(PATH, { ...account, enabled: false })
      // The account stays even if the test fails. Its page shows that it is untested.
      return tested(made, { enables: true }).catch(() => made)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: providerQueries.accounts().queryKey }),
  })

async function tested({ id }: ProviderAccount, { enables }: { enables: boolean }): Promise<ProviderAccount> {
  const account = await api.post<ProviderAccount>(`${PATH}/${id}/test`)
  if (!enables || account.lastTest?.outcome !== 'accepted') return account
  return api.patch<ProviderAccount>(`${PATH}/${id}`, { enabled: true })
}

/** For an account being connected, which is enabled once its keys are accepted, or for a connected one. */
export const testAccount = (queries: QueryClient, { enables }: { enables: boolean }) =>
  mutationOptions({
    mutationFn: (account: ProviderAccount) => tested(account, { enables }),
    onSettled: () => queries.invalidateQueries({ queryKey: providerQueries.accounts().queryKey }),
  })

export const changeAccount = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, ...change }: ProviderAccountChange & { id: string }) =>
      api.patch<ProviderAccount>(`${PATH}/${id}`, change),
    onSettled: () => queries.invalidateQueries({ queryKey: providerQueries.accounts().queryKey }),
  })

/** Keys and an address that were given anew are tested as those of a new account are. */
export const editAccount = (queries: QueryClient, { enables }: { enables: boolean }) =>
  mutationOptions({
    mutationFn: async ({ id, ...change }: ProviderAccountChange & { id: string }) => {
      const saved = await api.patch<ProviderAccount>(`${PATH}/${id}`, change)
      if (saved.lastTest) return saved
      return tested(saved, { enables }).catch(() => saved)
    },
    onSettled: () => queries.invalidateQueries({ queryKey: providerQueries.accounts().queryKey }),
  })

/** One after the other, as `order.ts` has them: none that fails may leave an order that was never wanted. */
export const placeAccounts = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: async (places: readonly { id: string; priority: number }[]) => {
      for (const { id, priority } of places) await api.patch(`${PATH}/${id}`, { priority })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: providerQueries.accounts().queryKey }),
  })

/** The previous address stops answering at once. */
export const rotateWebhookUrl = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.post<ProviderAccount>(`${PATH}/${id}/rotate-webhook-url`),
    onSettled: () => queries.invalidateQueries({ queryKey: providerQueries.accounts().queryKey }),
  })

export const removeAccount = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => api.delete(`${PATH}/${id}`),
    onSettled: () => queries.invalidateQueries({ queryKey: providerQueries.accounts().queryKey }),
  })
