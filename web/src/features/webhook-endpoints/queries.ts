import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type {
  NewWebhookEndpoint,
  WebhookEndpoint,
  WebhookEndpointChange,
  WebhookEndpointList,
  WebhookEndpointTest,
  WebhookEndpointWithSecret,
} from '../../api/contract.ts'
import { sendAnew } from '../../api/tries.ts'
import { attemptPlace } from '../../ui/use-draft.ts'

const PATH = '/v1/webhook-endpoints'
/** Whether an endpoint fails is news. */
const REFRESH_MS = 10_000

export const endpointQueries = {
  /** There are 20 at most. */
  list: () =>
    queryOptions({
      queryKey: ['webhook-endpoints'],
      queryFn: ({ signal }) => api.get<WebhookEndpointList>(PATH, { query: { limit: 100 }, signal }),
      refetchInterval: REFRESH_MS,
    }),
}

const ADDED = attemptPlace('webhook-endpoint')
const ROTATED = attemptPlace('webhook-endpoint-secret')

const readAgain = (queries: QueryClient) => () =>
  queries.invalidateQueries({ queryKey: endpointQueries.list().queryKey })

export const addEndpoint = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: (endpoint: NewWebhookEndpoint) =>
      sendAnew(ADDED, endpoint, ({ key }) =>
        api.post<WebhookEndpointWithSecret>(PATH, endpoint, { headers: { 'idempotency-key': key } }),
      ),
    onSuccess: readAgain(queries),
  })

export const changeEndpoint = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, ...change }: WebhookEndpointChange & { id: string }) =>
      api.patch<WebhookEndpoint>(`${PATH}/${id}`, change),
    onSettled: readAgain(queries),
  })

export const removeEndpoint = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id }: WebhookEndpoint) => api.delete(`${PATH}/${id}`),
    onSuccess: readAgain(queries),
  })

export const rotateSecret = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id }: WebhookEndpoint) =>
      sendAnew(ROTATED, { id }, ({ key }) =>
        api.post<WebhookEndpointWithSecret>(`${PATH}/${id}/rotate-secret`, undefined, {
          headers: { 'idempotency-key': key },
        }),
      ),
    onSuccess: readAgain(queries),
  })

export const testEndpoint = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id }: WebhookEndpoint) => api.post<WebhookEndpointTest>(`${PATH}/${id}/test`),
    onSettled: () => queries.invalidateQueries({ queryKey: ['webhooks', 'sent'] }),
  })
