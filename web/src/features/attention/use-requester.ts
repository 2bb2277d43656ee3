import type { WaitingItem } from '../../api/contract.ts'
import { useActorName } from '../history/actor.ts'

/** The name of who requested an item; undefined where that is not known, or nothing was requested. */
export function useRequester(): (item: WaitingItem) => string | undefined {
  const nameOf = useActorName()
  return (item) => ('createdByUser' in item && item.createdByUser ? nameOf(item.createdByUser) : undefined)
}
