/** What the pages ask about differences between our books and the providers'. */
import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type {
  ImportedStatement,
  ReconciliationItem,
  ReconciliationItemList,
  ReconciliationRun,
  ReconciliationSummaryList,
  StatementColumnNames,
  StatementList,
} from '../../api/contract.ts'

const PATH = '/v1/reconciliation'
const PAGE_SIZE = 25
/** A week. */
const SUMMARIES_SIZE = 7
const REFRESH_MS = 15_000

type Pages = { nextCursor: string | null }
const paging = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: Pages) => page.nextCursor ?? undefined,
}

export const reconciliationQueries = {
  all: () => ['reconciliation'] as const,
  items: (query: { state?: string; kind?: string; providerAccountId?: string }) =>
    infiniteQueryOptions({
      queryKey: [...reconciliationQueries.all(), 'items', query],
      queryFn: ({ pageParam, signal }) =>
        api.get<ReconciliationItemList>(`${PATH}/items`, {
          query: { ...query, cursor: pageParam, limit: PAGE_SIZE },
          signal,
        }),
      ...paging,
      refetchInterval: REFRESH_MS,
    }),
  item: (id: string) =>
    queryOptions({
      queryKey: [...reconciliationQueries.all(), 'item', id],
      queryFn: ({ signal }) => api.get<ReconciliationItem>(`${PATH}/items/${encodeURIComponent(id)}`, { signal }),
      refetchInterval: REFRESH_MS,
    }),
  summaries: () =>
    infiniteQueryOptions({
      queryKey: [...reconciliationQueries.all(), 'summaries'],
      queryFn: ({ pageParam, signal }) =>
        api.get<ReconciliationSummaryList>(`${PATH}/summaries`, {
          query: { cursor: pageParam, limit: SUMMARIES_SIZE },
          signal,
        }),
      ...paging,
    }),
  statements: () =>
    infiniteQueryOptions({
      queryKey: [...reconciliationQueries.all(), 'statements'],
      queryFn: ({ pageParam, signal }) =>
        api.get<StatementList>(`${PATH}/statements`, { query: { cursor: pageParam, limit: PAGE_SIZE }, signal }),
      ...paging,
    }),
}

export const runReconciliation = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: () => api.post<ReconciliationRun>(`${PATH}/run`, {}),
    onSuccess: readAgain(queries),
  })

const readAgain = (queries: QueryClient) => () => queries.invalidateQueries({ queryKey: reconciliationQueries.all() })

export const resolveItem = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, note }: { id: string; note: string }) =>
      api.post<ReconciliationItem>(`${PATH}/items/${id}/resolve`, { note }),
    onSettled: readAgain(queries),
  })

export interface Upload {
  file: File
  providerAccountId: string
  /** Left out: as the account's last statement had them. */
  columns?: StatementColumnNames
}

export const importStatement = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: ({ file, providerAccountId, columns }: Upload) => {
      const form = new FormData()
      form.append('file', file)
      form.append('providerAccountId', providerAccountId)
      if (columns) form.append('columns', JSON.stringify(columns))
      return api.post<ImportedStatement>(`${PATH}/statements`, form)
    },
    onSuccess: readAgain(queries),
  })
