import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AnalyticsKey } from '../../../../domain/analytics.ts'
import { api } from '../../api/client.ts'
import type { Analytics } from '../../api/contract.ts'
import type { Days } from '../../ui/period.ts'

const REFRESH_MS = 10_000

export const analyticsQueries = {
  by: (by: AnalyticsKey, days: Days) =>
    queryOptions({
      queryKey: ['analytics', by, days],
      queryFn: ({ signal }) => api.get<Analytics>('/v1/analytics', { query: { by, ...days }, signal }),
      refetchInterval: REFRESH_MS,
      placeholderData: keepPreviousData,
    }),
}
