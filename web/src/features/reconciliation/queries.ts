/** What the pages ask about differences between our books and the providers'. */
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api, type Query } from '../../api/client.ts'
import type {
  AccountStatementColumns,
  AskedReconciliationRunList,
  ImportedStatement,
  ReconciliationCandidateList,
  ReconciliationItem,
  ReconciliationItemList,
  ReconciliationRun,
  ReconciliationSummaryList,
  StatementColumnNames,
  StatementList,
} from '../../api/contract.ts'
import { listAt, pages } from '../../api/pages.ts'
import { totalsOf } from '../lists/queries.ts'

const PATH = '/v1/reconciliation'
const PAGE_SIZE = 25
/** A week. */
const SUMMARIES_SIZE = 7
const REFRESH_MS = 15_000

export const reconciliationQueries = {
  all: () => ['reconciliation'] as const,
  items: (query: Query) =>
    pages(
      [...reconciliationQueries.all(), 'items', query],
      listAt<ReconciliationItemList>(`${PATH}/items`, { ...query, limit: PAGE_SIZE }),
      {
        refetchInterval: REFRESH_MS,
      },
    ),
  item: (id: string) =>
    queryOptions({
      queryKey: [...reconciliationQueries.all(), 'item', id],
      queryFn: ({ signal }) => api.get<ReconciliationItem>(`${PATH}/items/${encodeURIComponent(id)}`, { signal }),
      refetchInterval: REFRESH_MS,
    }),
  candidates: (id: string) =>
    queryOptions({
      queryKey: [...reconciliationQueries.all(), 'candidates', id],
      queryFn: ({ signal }) => api.get<ReconciliationCandidateList>(`${PATH}/items/${id}/candidates`, { signal }),
    }),
  /** Of all accounts; null where none of the newest is. */
  lastRun: () =>
    queryOptions({
      queryKey: [...reconciliationQueries.all(), 'runs'],
      queryFn: ({ signal }) => api.get<AskedReconciliationRunList>(`${PATH}/runs`, { signal }),
      select: ({ data }) => data.find(({ providerAccountId }) => providerAccountId === null) ?? null,
      refetchInterval: REFRESH_MS,
    }),
  summaries: () =>
    pages(
      [...reconciliationQueries.all(), 'summaries'],
      listAt<ReconciliationSummaryList>(`${PATH}/summaries`, { limit: SUMMARIES_SIZE }),
    ),
  /** Null before the account's first statement. */
  columns: (providerAccountId: string) =>
    queryOptions({
      queryKey: [...reconciliationQueries.all(), 'columns', providerAccountId],
      queryFn: ({ signal }) =>
        api.get<AccountStatementColumns>(`${PATH}/columns`, { query: { providerAccountId }, signal }),
      select: ({ columns }) => columns,
    }),
  statements: () =>
    pages(
      [...reconciliationQueries.all(), 'statements'],
      listAt<StatementList>(`${PATH}/statements`, { limit: PAGE_SIZE }),
    ),
}

export const runReconciliation = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: () => api.post<ReconciliationRun>(`${PATH}/run`, {}),
    onSuccess: readAgain(queries),
  })

const CHANGED = [reconciliationQueries.all(), totalsOf(`${PATH}/items`)]

const readAgain = (queries: QueryClient) => () =>
  Promise.all(CHANGED.map((queryKey) => queries.invalidateQueries({ queryKey })))

/** A difference, and when what the page shows of it had last changed. */
export type ShownItem = Pick<ReconciliationItem, 'id' | 'updatedAt'>

export const settle = ({ id, updatedAt }: ShownItem, note: string) =>
  api.post<ReconciliationItem>(`${PATH}/items/${id}/resolve`, { note }, { query: { updatedAt } })

/** As it is now; undefined where that cannot be read. */
export const findItem = (queries: QueryClient, id: string): Promise<ReconciliationItem | undefined> =>
  queries.fetchQuery(reconciliationQueries.item(id)).catch(() => undefined)

export const resolveItem = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: ({ note, ...shown }: ShownItem & { note: string }) => settle(shown, note),
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
