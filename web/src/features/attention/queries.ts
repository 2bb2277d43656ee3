import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { WaitingItem, WaitingList } from '../../api/contract.ts'
import { chargeQueries } from '../charges/queries.ts'
import { payoutQueries } from '../payouts/queries.ts'
import { receiverQueries } from '../receivers/queries.ts'
import { operationOf } from './model.ts'

const PATH = '/v1/attention'
const PAGE_SIZE = 50
const REFRESH_MS = 5_000
const COUNT_MS = 15_000

export const attentionQueries = {
  all: () => ['attention'] as const,
  list: () =>
    infiniteQueryOptions({
      queryKey: [...attentionQueries.all(), 'list'],
      queryFn: ({ pageParam, signal }) =>
        api.get<WaitingList>(PATH, { query: { cursor: pageParam, limit: PAGE_SIZE }, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      refetchInterval: REFRESH_MS,
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

/** The same decision about each; answers how many were taken, and how many were not. */
export const decideInBulk = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: async (items: readonly WaitingItem[]) => {
      const answers = await Promise.allSettled(items.map(send))
      const taken = answers.filter(({ status }) => status === 'fulfilled').length
      return { taken, refused: answers.length - taken }
    },
    onSettled: () =>
      Promise.all(
        [attentionQueries, chargeQueries, payoutQueries, receiverQueries].map(({ all }) =>
          queries.invalidateQueries({ queryKey: all() }),
        ),
      ),
  })

function send(item: WaitingItem): Promise<unknown> {
  const path = `/v1/operations/${encodeURIComponent(item.workflowId)}`
  // A settled charge is not moved by it: it only says that somebody has looked.
  return operationOf(item) === 'acknowledge'
    ? api.post(`${path}/resolve`, { outcome: 'created' })
    : api.post(`${path}/retry`)
}
