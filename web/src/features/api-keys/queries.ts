import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { ApiKey, ApiKeyList, CreatedApiKey, NewApiKey } from '../../api/contract.ts'

export const apiKeyQueries = {
  list: () =>
    queryOptions({
      queryKey: ['api-keys'],
      queryFn: ({ signal }) => api.get<ApiKeyList>('/v1/api-keys', { query: { limit: 100 }, signal }),
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
