/** What the pages ask about disputes. */
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { isOpenDispute } from '../../../../domain/dispute.ts'
import type { DisputeSort } from '../../../../domain/list-sort.ts'
import { api } from '../../api/client.ts'
import type {
  Dispute,
  DisputeEvidence,
  DisputeResolution,
  DisputeWithEvidence,
  EvidenceAddress,
  ListedDisputeList,
  NewEvidence,
} from '../../api/contract.ts'
import { listAt, pages } from '../../api/pages.ts'
import { refreshEvery } from '../../api/refresh.ts'
import { attentionQueries } from '../attention/queries.ts'
import { chargeQueries } from '../charges/queries.ts'

const PATH = '/v1/disputes'
const PAGE_SIZE = 25
/** A dispute lasts for weeks, and ends at any moment. */
const REFRESH_MS = 10_000

const pathOf = (id: string) => `${PATH}/${encodeURIComponent(id)}`

export type DisputeQuery = {
  q?: string
  state?: string
  kind?: string
  provider?: string
  chargeId?: string
  createdFrom?: string
  createdTo?: string
  sort?: DisputeSort
}

export const disputeQueries = {
  all: () => ['disputes'] as const,
  list: (query: DisputeQuery) =>
    pages([...disputeQueries.all(), 'list', query], listAt<ListedDisputeList>(PATH, { ...query, limit: PAGE_SIZE }), {
      refetchInterval: REFRESH_MS,
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: [...disputeQueries.all(), id],
      queryFn: ({ signal }) => api.get<DisputeWithEvidence>(pathOf(id), { signal }),
      refetchInterval: ({ state: { data } }) => refreshEvery(!!data && isOpenDispute(data.state)),
    }),
}

/** The address is valid for a minute, so it is requested when the file is opened. */
export const evidenceAddress = (disputeId: string, evidenceId: string) =>
  api.get<EvidenceAddress>(`${pathOf(disputeId)}/evidence/${evidenceId}`)

export const addEvidence = (queries: QueryClient, { id }: Dispute) =>
  mutationOptions({
    mutationFn: (evidence: NewEvidence) => api.post<DisputeEvidence>(`${pathOf(id)}/evidence`, evidence),
    onSettled: () => queries.invalidateQueries({ queryKey: disputeQueries.all() }),
  })

export const deleteEvidence = (queries: QueryClient, { id }: Dispute, evidenceId: string) =>
  mutationOptions({
    mutationFn: () => api.delete(`${pathOf(id)}/evidence/${evidenceId}`),
    onSettled: () => queries.invalidateQueries({ queryKey: disputeQueries.all() }),
  })

export const resolveDispute = (queries: QueryClient, { id }: Dispute) =>
  mutationOptions({
    mutationFn: (resolution: DisputeResolution) => api.post<DisputeWithEvidence>(`${pathOf(id)}/resolve`, resolution),
    onSettled: () =>
      Promise.all(
        [disputeQueries, chargeQueries, attentionQueries].map(({ all }) =>
          queries.invalidateQueries({ queryKey: all() }),
        ),
      ),
  })
