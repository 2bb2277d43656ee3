import { infiniteQueryOptions, mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { WaitingItem, WaitingList } from '../../api/contract.ts'
import { chargeQueries } from '../charges/queries.ts'
import { postDecision } from '../decisions/use-decision.ts'
import { payoutQueries } from '../payouts/queries.ts'
import { receiverQueries } from '../receivers/queries.ts'
import { isMovement, operationOf, type WaitingMovement } from './model.ts'

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

/** The same decision about each; answers how many were taken, how many of them came to nothing, and how many were refused. */
export const decideInBulk = (queries: QueryClient) =>
  mutationOptions({
    mutationFn: async (items: readonly WaitingItem[]) => {
      const answers = await Promise.allSettled(items.filter(isMovement).map(send))
      const told = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value.became] : []))
      const noEffect = told.filter((became) => became === 'void').length
      return { taken: told.length - noEffect, noEffect, refused: answers.length - told.length }
    },
    onSettled: () =>
      Promise.all(
        [attentionQueries, chargeQueries, payoutQueries, receiverQueries].map(({ all }) =>
          queries.invalidateQueries({ queryKey: all() }),
        ),
      ),
  })

/** A settled charge is not moved by being resolved: it only says that somebody has looked. */
const send = (item: WaitingMovement) =>
  postDecision(
    item.workflowId,
    operationOf(item) === 'acknowledge'
      ? { action: 'resolve', resolution: { outcome: 'created' } }
      : { action: 'retry' },
  )
