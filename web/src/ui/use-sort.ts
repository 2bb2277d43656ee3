import type { ListSort } from '../../../domain/list-sort.ts'
import type { Sorting } from './data-table.tsx'
import { useAddress, withName } from './use-address.ts'

/** A list's order stands in the address: the newest rows first, unless it says otherwise. */
export function useSort(): { query: { sort?: ListSort }; byAge: Sorting } {
  const [search, setSearch] = useAddress()
  const isRising = search.get('sort') === 'createdAt'
  return {
    query: isRising ? { sort: 'createdAt' } : {},
    byAge: {
      now: isRising ? 'ascending' : 'descending',
      turn: () => setSearch((before) => withName(before, 'sort', isRising ? null : 'createdAt')),
    },
  }
}
