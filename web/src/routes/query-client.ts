import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '../api/client.ts'
import { sessionQueries } from '../features/session/queries.ts'

/** A session that has ended: forget who was signed in, and the shell asks for a sign-in. */
function onError(error: unknown): void {
  if (error instanceof ApiError && error.status === 401) queryClient.setQueryData(sessionQueries.me().queryKey, null)
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
    },
  },
})
