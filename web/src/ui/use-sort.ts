import { defined } from '../../../domain/defined.ts'
import type { ListSort } from '../../../domain/list-sort.ts'
import type { Sorting } from './data-table.tsx'
import { useAddress, withName } from './use-address.ts'

/** A list's order stands in the address: the newest rows first, unless it says otherwise. */
export function useSort(): { query: { sort?: ListSort }; byAge: Sorting } {
  const [search, setSearch] = useAddress()
  const now = search.get('sort') === 'createdAt' ? 'createdAt' : null
  return {
    query: defined({ sort: now || undefined }),
    byAge: sortingByAge(now, (sort) => setSearch((before) => withName(before, 'sort', sort))),
  }
}

/** Any of the orders that a list has; null for the one that it has without being asked. */
export function useSortInAddress<Sort extends string>(
  sorts: readonly Sort[],
): [Sort | null, (sort: Sort | null) => void] {
  const [search, setSearch] = useAddress()
  const sort = sorts.find((known) => known === search.get('sort')) ?? null
  return [sort, (next) => setSearch((before) => withName(before, 'sort', next))]
}

/** @param set is given null for the order that a list has without being asked. */
export const sortingByAge = (sort: string | null, set: (sort: 'createdAt' | null) => void): Sorting =>
  sortingByUsual('createdAt', sort, set)

/** For the time that a list is ordered by without being asked. */
export function sortingByUsual<Name extends string>(
  name: Name,
  sort: string | null,
  set: (sort: Name | null) => void,
): Sorting {
  const now = sort === null || sort === `-${name}` ? 'descending' : sort === name ? 'ascending' : undefined
  return { now, turn: () => set(now === 'descending' ? name : null) }
}

/** The greatest first, then the least, then as the list was. */
export function sortingBy<Name extends string>(
  name: Name,
  sort: string | null,
  set: (sort: Name | `-${Name}` | null) => void,
): Sorting {
  if (sort === `-${name}`) return { now: 'descending', turn: () => set(name) }
  if (sort === name) return { now: 'ascending', turn: () => set(null) }
  return { now: undefined, turn: () => set(`-${name}`) }
}
