import { useInfiniteQuery } from '@tanstack/react-query'
import type { Receiver } from '../../api/contract.ts'
import { rowsOf } from '../../ui/paged-table.tsx'
import { receiverQueries } from './queries.ts'

/**
 * One of ours, by its provider's id.
 * @param accountId of the provider account that knows it, where two know the same id.
 */
export function useReceiver(receiverId: string | undefined, accountId?: string | null): Receiver | undefined {
  const query = receiverQueries.list({ q: receiverId ?? '' })
  const found = useInfiniteQuery({ ...query, refetchInterval: false, enabled: receiverId !== undefined })
  const called = rowsOf<Receiver>(found).filter((receiver) => receiver.receiverId === receiverId)
  return called.find(({ providerAccountId }) => providerAccountId === accountId) ?? called[0]
}
