import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { ApiError, api } from '../../api/client.ts'
import type { Me, PublicSettings, SignIn } from '../../api/contract.ts'
import { forgetDrafts } from '../../ui/use-draft.ts'

export const sessionQueries = {
  /** Null when nobody is signed in. */
  me: () =>
    queryOptions({
      queryKey: ['me'],
      staleTime: 60_000,
      queryFn: ({ signal }): Promise<Me | null> =>
        api.get<Me>('/v1/me', { signal }).catch((error: unknown) => {
          if (error instanceof ApiError && error.status === 401) return null
          throw error
        }),
    }),
  settings: () =>
    queryOptions({
      queryKey: ['settings'],
      staleTime: Number.POSITIVE_INFINITY,
      queryFn: ({ signal }) => api.get<PublicSettings>('/v1/settings', { signal }),
    }),
}

/** What another person's session had loaded is forgotten with it. */
export const signIn = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: (credentials: SignIn) => api.post<Me>('/v1/auth/sign-in', credentials),
    onSuccess: (me) => {
      queries.clear()
      queries.setQueryData(sessionQueries.me().queryKey, me)
    },
  })

export const signOut = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: () => api.post('/v1/auth/sign-out'),
    onSettled: () => {
      forgetDrafts()
      queries.clear()
    },
  })
