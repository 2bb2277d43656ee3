import { useTranslation } from 'react-i18next'
import { DISPUTE_SORTS, type DisputeSort } from '../../../../domain/list-sort.ts'
import type { Sorting } from '../../ui/data-table.tsx'
import { sortingBy, sortingByAge, useSortInAddress } from '../../ui/use-sort.ts'
import { SortField } from '../lists/sort-field.tsx'

export interface DisputeSortings {
  byAge: Sorting
  byAmount: Sorting
  byDeadline: Sorting
}

/** The order of disputes stands in the address: the newest first, unless it says otherwise. */
export function useDisputeSort(): { query: { sort?: DisputeSort }; sortings: DisputeSortings } {
  const [sort, set] = useSortInAddress(DISPUTE_SORTS)
  return {
    query: sort ? { sort } : {},
    sortings: {
      byAge: sortingByAge(sort, set),
      byAmount: sortingBy('amount', sort, set),
      byDeadline: sortingByDeadline(sort, set),
    },
  }
}

export function DisputeSortField() {
  const { t } = useTranslation(['disputes', 'charges'])
  const [sort, set] = useSortInAddress(DISPUTE_SORTS)
  return (
    <SortField
      label={t('charges:list.sort')}
      sorts={DISPUTE_SORTS}
      nameOf={(name) => t(`sorts.${name}`)}
      usual="-createdAt"
      sort={sort}
      onSort={set}
    />
  )
}

/** The nearest first, then the farthest, then as the list was. */
function sortingByDeadline(sort: DisputeSort | null, set: (sort: DisputeSort | null) => void): Sorting {
  if (sort === 'dueAt') return { now: 'ascending', turn: () => set('-dueAt') }
  if (sort === '-dueAt') return { now: 'descending', turn: () => set(null) }
  return { now: undefined, turn: () => set('dueAt') }
}
