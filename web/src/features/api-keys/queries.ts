import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { ApiKey, CreatedApiKey, NewApiKey } from '../../api/contract.ts'
import { wholeList } from '../../api/pages.ts'

export const apiKeyQueries = {
  list: () =>
    queryOptions({
      queryKey: ['api-keys'],
      queryFn: ({ signal }) => wholeList<ApiKey>('/v1/api-keys', { signal }),
    }),
}

export const createApiKey = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: (key: NewApiKey) => api.post<CreatedApiKey>('/v1/api-keys', key),
    onSuccess: () => queries.invalidateQueries({ queryKey: apiKeyQueries.list().queryKey }),
  })

export const revokeApiKey = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id }: ApiKey) => api.patch<ApiKey>(`/v1/api-keys/${id}`, { revoked: true }),
    onSuccess: () => queries.invalidateQueries({ queryKey: apiKeyQueries.list().queryKey }),
  })
