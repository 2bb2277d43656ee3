import { useInfiniteQuery } from '@tanstack/react-query'
import type { Receiver } from '../../api/contract.ts'
import { rowsOf } from '../../ui/paged-table.tsx'
import { receiverQueries } from './queries.ts'

/** Of one of ours, by its provider's id. */
export function useReceiverName(receiverId: string | undefined): string | undefined {
  const query = receiverQueries.list({ q: receiverId ?? '' })
  const found = useInfiniteQuery({ ...query, refetchInterval: false, enabled: receiverId !== undefined })
  return rowsOf<Receiver>(found).find((receiver) => receiver.receiverId === receiverId)?.name
}
