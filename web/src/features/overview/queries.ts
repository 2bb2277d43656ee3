import { queryOptions, useQuery } from '@tanstack/react-query'
import type { AnalyticsKey } from '../../../../domain/analytics.ts'
import type { Currency } from '../../../../domain/money.ts'
import { api } from '../../api/client.ts'
import type { Analytics } from '../../api/contract.ts'
import type { Days } from '../../ui/period.ts'
import { useFirstFailure } from '../../ui/unread.tsx'

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

/** Undefined until it is known, as what is of another period is not it; null where it could not be read. */
export type Past<Figures extends object | number> = Figures | null | undefined

/** Those of the period before. @param now what they stand beside: while that is another period's, they are not known. */
export function usePast(by: AnalyticsKey, days: Days, currency: Currency, now: { isPlaceholderData: boolean }) {
  const query = useQuery(analyticsQueries.by(by, days, currency))
  const isUnread = useFirstFailure(query) !== null
  const known = query.isPlaceholderData || now.isPlaceholderData ? undefined : query.data
  const past: Past<Analytics> = known ?? (isUnread ? null : undefined)
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
