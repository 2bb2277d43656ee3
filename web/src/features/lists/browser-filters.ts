/** What this browser kept for a user before the API did: taken over once, and removed here. */
import { filtersOf, SAVED_LISTS } from '../../../../domain/saved-filter.ts'
import { ApiError, api } from '../../api/client.ts'
import type { Me, NewSavedFilter, SavedFilter } from '../../api/contract.ts'
import { onDevice } from '../../ui/storage.ts'

/** @param saved what the API keeps: of two with one name that one stays. @returns what it keeps besides now. */
export async function takeOver({ id: userId, livemode }: Me, saved: readonly SavedFilter[]): Promise<SavedFilter[]> {
  // They were made in live mode, or may have been.
  if (!livemode) return []
  onDevice.remove(`${userId}.reconciliation-run`)
  const taken: SavedFilter[] = []
  for (const list of SAVED_LISTS) {
    const place = `trilho.filters.${userId}./${list}`
    const left: NewSavedFilter[] = []
    for (const filter of read(onDevice.get(place), list)) {
      if (saved.some((known) => known.list === list && known.name === filter.name)) continue
      try {
        taken.push(await api.post<SavedFilter>('/v1/me/saved-filters', filter))
      } catch (error) {
        // What is refused as it is would be refused again. Anything else is tried again at the next load, also what finds no room.
        const isBad = error instanceof ApiError && [400, 422].includes(error.status) && !isFull(error)
        if (!isBad) left.push(filter)
      }
    }
    if (left.length === 0) onDevice.remove(place)
    else onDevice.set(place, JSON.stringify(left))
  }
  return taken
}

const isFull = ({ problem }: ApiError): boolean =>
  problem?.errors?.some(({ rule }) => rule === 'maxSavedFilters') ?? false

function read(kept: string | undefined, list: SavedFilter['list']): NewSavedFilter[] {
  try {
    const filters: unknown = JSON.parse(kept ?? '[]')
    return (Array.isArray(filters) ? filters : [])
      .map(({ name, search }) => ({ list, name: String(name), search: filtersOf(list, new URLSearchParams(search)) }))
      .filter(({ search }) => search !== '')
  } catch {
    // Data that this code did not write.
    return []
  }
}
