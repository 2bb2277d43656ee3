import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type Query } from '../../api/client.ts'
import type {
  WebhookDelivery,
  WebhookDeliveryAttempts,
  WebhookDeliveryList,
  WebhookEvent,
  WebhookEventList,
} from '../../api/contract.ts'
import { listAt, pages } from '../../api/pages.ts'

const PAGE_SIZE = 25
/** How many an endpoint's own page shows. */
const LATEST = 5
/** New ones come without a stream of their own: the list is asked again while it is looked at. */
const REFRESH_MS = 5_000

export const webhookQueries = {
  received: (filters: Query) =>
    pages(
      ['webhooks', 'received', filters],
      listAt<WebhookEventList>('/v1/webhook-events', { ...filters, limit: PAGE_SIZE }),
      {
        refetchInterval: REFRESH_MS,
      },
    ),
  receivedOne: (id: string) =>
    queryOptions({
      queryKey: ['webhooks', 'received', 'one', id],
      queryFn: ({ signal }) => api.get<WebhookEvent>(`/v1/webhook-events/${encodeURIComponent(id)}`, { signal }),
      refetchInterval: REFRESH_MS,
    }),
  sentOne: (id: string) =>
    queryOptions({
      queryKey: ['webhooks', 'sent', 'one', id],
      queryFn: ({ signal }) => api.get<WebhookDelivery>(`/v1/webhook-deliveries/${encodeURIComponent(id)}`, { signal }),
      refetchInterval: REFRESH_MS,
    }),
  attemptsOf: (id: string) =>
    queryOptions({
      queryKey: ['webhooks', 'sent', 'attempts', id],
      queryFn: ({ signal }) => api.get<WebhookDeliveryAttempts>(`/v1/webhook-deliveries/${id}/attempts`, { signal }),
      refetchInterval: REFRESH_MS,
    }),
  latestOf: (endpointId: string) =>
    queryOptions({
      queryKey: ['webhooks', 'sent', 'latest', endpointId],
      queryFn: ({ signal }) =>
        api.get<WebhookDeliveryList>('/v1/webhook-deliveries', { query: { endpointId, limit: LATEST }, signal }),
      refetchInterval: REFRESH_MS,
    }),
  sent: (filters: Query) =>
    pages(
      ['webhooks', 'sent', filters],
      listAt<WebhookDeliveryList>('/v1/webhook-deliveries', { ...filters, limit: PAGE_SIZE }),
      {
        refetchInterval: REFRESH_MS,
      },
    ),
}

export const replayEvent = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id }: WebhookEvent) => api.post<WebhookEvent>(`/v1/webhook-events/${id}/replay`),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhooks', 'received'] }),
  })

export const resendDelivery = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id }: WebhookDelivery) => api.post<WebhookDelivery>(`/v1/webhook-deliveries/${id}/resend`),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhooks', 'sent'] }),
  })
