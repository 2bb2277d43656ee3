import { queryOptions, useQuery } from '@tanstack/react-query'
import type { AnalyticsKey } from '../../../../domain/analytics.ts'
import type { Currency } from '../../../../domain/money.ts'
import { api } from '../../api/client.ts'
import type { Analytics } from '../../api/contract.ts'
import type { Days } from '../../ui/period.ts'

const REFRESH_MS = 10_000
const OCCURRING_MS = 300_000

export const analyticsQueries = {
  by: (by: AnalyticsKey, days: Days, currency: Currency) =>
    queryOptions({
      queryKey: ['analytics', by, days, currency],
      queryFn: ({ signal }) => api.get<Analytics>('/v1/analytics', { query: { by, ...days, currency }, signal }),
      refetchInterval: REFRESH_MS,
      // Of another currency, the figures would be shown as this one's.
      placeholderData: (before: Analytics | undefined, query) => (query?.queryKey[3] === currency ? before : undefined),
    }),
  /** Asked once in a while: whether the period has charges in a currency. */
  occurring: (days: Days, currency: Currency) =>
    queryOptions({
      queryKey: ['analytics', 'occurring', days, currency],
      queryFn: ({ signal }) =>
        api.get<Analytics>('/v1/analytics', { query: { by: 'method', ...days, currency }, signal }),
      staleTime: OCCURRING_MS,
    }),
}

/** Those of the period before: undefined until they are known, as those of another period are not them, null where they could not be read. */
export type Past<Figures extends object | number> = Figures | null | undefined

export function usePast(by: AnalyticsKey, days: Days, currency: Currency) {
  const query = useQuery(analyticsQueries.by(by, days, currency))
  const known = query.isPlaceholderData ? undefined : query.data
  const past: Past<Analytics> = known ?? (query.isError ? null : undefined)
  return { past, query }
}

/** @param pick of what is known. */
export const ofPast = <Figures extends object | number, Part extends object | number>(
  past: Past<Figures>,
  pick: (past: Figures) => Part,
): Past<Part> => (past === undefined || past === null ? past : pick(past))

/** @param write what is known. */
export const pastText = <Figures extends object | number>(
  past: Past<Figures>,
  write: (past: Figures) => string,
): string => (past === undefined ? '…' : past === null ? '—' : write(past))
