/** How many rows a list has, and each of its tabs. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Query } from '../../api/client.ts'
import type { ListTotals } from '../../api/contract.ts'

const REFRESH_MS = 10_000

/** Those of every status at once, so that each tab knows how many it has. */
export const listTotals = (path: string, { status: _status, state: _state, sort: _sort, ...query }: Query) =>
  queryOptions({
    queryKey: ['totals', path, query],
    queryFn: ({ signal }) => api.get<ListTotals>(`${path}/totals`, { query, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })
