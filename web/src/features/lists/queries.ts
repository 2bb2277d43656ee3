/** How many rows a list has, and each of its tabs. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Query } from '../../api/client.ts'
import type { ListTotals } from '../../api/contract.ts'

const REFRESH_MS = 10_000

export const totalsOf = (path: string) => ['totals', path] as const

/** Those of every tab at once, so that each knows how many it has. `tab` is the name by which the query asks for one of them. */
export function listTotals(path: string, asked: Query, tab: string) {
  const query = { ...asked, [tab]: undefined, sort: undefined }
  return queryOptions({
    queryKey: [...totalsOf(path), query],
    queryFn: ({ signal }) => api.get<ListTotals>(`${path}/totals`, { query, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })
}
