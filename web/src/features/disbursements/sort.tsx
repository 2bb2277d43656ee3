import { useTranslation } from 'react-i18next'
import { DISBURSEMENT_SORTS, type DisbursementSort } from '../../../../domain/list-sort.ts'
import type { Sorting } from '../../ui/data-table.tsx'
import { sortingBy, sortingByAge, useSortInAddress } from '../../ui/use-sort.ts'
import { SortField } from '../lists/sort-field.tsx'

export interface DisbursementSortings {
  byAge: Sorting
  byAmount: Sorting
  byApproved: Sorting
}

/** The order of refunds or withdrawals stands in the address: the newest rows first, unless it says otherwise. */
export function useDisbursementSort(): { query: { sort?: DisbursementSort }; sortings: DisbursementSortings } {
  const [sort, set] = useSortInAddress(DISBURSEMENT_SORTS)
  return {
    query: sort ? { sort } : {},
    sortings: {
      byAge: sortingByAge(sort, set),
      byAmount: sortingBy('amount', sort, set),
      byApproved: sortingBy('approvedAt', sort, set),
    },
  }
}

export function DisbursementSortField() {
  const { t } = useTranslation(['disbursements', 'charges'])
  const [sort, set] = useSortInAddress(DISBURSEMENT_SORTS)
  return (
    <SortField
      label={t('charges:list.sort')}
      sorts={DISBURSEMENT_SORTS}
      nameOf={(name) => t(`sorts.${name}`)}
      usual="-createdAt"
      sort={sort}
      onSort={set}
    />
  )
}
