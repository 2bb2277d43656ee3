import type { ListSort } from '../../../domain/list-sort.ts'
import type { Sorting } from './data-table.tsx'
import { useAddress, withName } from './use-address.ts'

/** A list's order stands in the address: the newest rows first, unless it says otherwise. */
export function useSort(): { query: { sort?: ListSort }; byAge: Sorting } {
  const [search, setSearch] = useAddress()
  const now = search.get('sort') === 'createdAt' ? 'createdAt' : null
  return {
    query: now ? { sort: now } : {},
    byAge: sortingByAge(now, (sort) => setSearch((before) => withName(before, 'sort', sort))),
  }
}

/** @param set is given null for the order that a list has without being asked. */
export function sortingByAge(sort: ListSort | null, set: (sort: ListSort | null) => void): Sorting {
  const isRising = sort === 'createdAt'
  return { now: isRising ? 'ascending' : 'descending', turn: () => set(isRising ? null : 'createdAt') }
}
