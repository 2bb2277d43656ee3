import { queryOptions } from '@tanstack/react-query'
import { api, type Query } from '../../api/client.ts'
import type { AuditEntry, AuditList } from '../../api/contract.ts'
import { listAt, pages } from '../../api/pages.ts'

const PATH = '/v1/audit-log'
const PAGE_SIZE = 50

export const auditQueries = {
  list: (filters: Query) => pages(['audit-log', filters], listAt<AuditList>(PATH, { ...filters, limit: PAGE_SIZE })),
  /** An entry never changes. */
  one: (id: string) =>
    queryOptions({
      queryKey: ['audit-log', 'one', id],
      queryFn: ({ signal }) => api.get<AuditEntry>(`${PATH}/${encodeURIComponent(id)}`, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
}
