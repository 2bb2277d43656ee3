import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { WaitingKind } from '../../../../domain/waiting.ts'
import { api } from '../../api/client.ts'
import type { WaitingItem, WaitingList } from '../../api/contract.ts'
import { listAt, pages, wholeList } from '../../api/pages.ts'

const PATH = '/v1/attention'
const PAGE_SIZE = 50
const REFRESH_MS = 5_000
const FIRST = 3
const COUNT_MS = 15_000

export interface Wanted {
  kind?: WaitingKind
}

export const attentionQueries = {
  all: () => ['attention'] as const,
  list: (wanted: Wanted) =>
    pages([...attentionQueries.all(), 'list', wanted], listAt<WaitingList>(PATH, { ...wanted, limit: PAGE_SIZE }), {
      refetchInterval: REFRESH_MS,
      placeholderData: keepPreviousData,
    }),
  /** The first few, with how many there are and what is at stake. */
  first: () =>
    queryOptions({
      queryKey: [...attentionQueries.all(), 'first'],
      queryFn: ({ signal }) => api.get<WaitingList>(PATH, { query: { limit: FIRST }, signal }),
      refetchInterval: COUNT_MS,
    }),
  /** How many wait, for the menu. */
  count: () =>
    queryOptions({
      queryKey: [...attentionQueries.all(), 'count'],
      queryFn: ({ signal }) => api.get<WaitingList>(PATH, { query: { limit: 1 }, signal }),
      select: ({ total }) => total,
      refetchInterval: COUNT_MS,
    }),
}

export async function fetchAllWaiting(wanted: Wanted): Promise<WaitingItem[]> {
  return (await wholeList<WaitingItem>(PATH, { query: { ...wanted } })).data
}
