import { useTranslation } from 'react-i18next'
import { CUSTOMER_SORTS, type CustomerSort } from '../../../../domain/list-sort.ts'
import type { Sorting } from '../../ui/data-table.tsx'
import { sortingBy, sortingByAge, useSortInAddress } from '../../ui/use-sort.ts'
import { SortField } from '../lists/sort-field.tsx'

export interface CustomerSortings {
  byAge: Sorting
  byLast: Sorting
  byPaid: Sorting
}

/** The order of customers stands in the address: the newest first, unless it says otherwise. */
export function useCustomerSort(): { query: { sort?: CustomerSort }; sortings: CustomerSortings } {
  const [sort, set] = useSortInAddress(CUSTOMER_SORTS)
  return {
    query: sort ? { sort } : {},
    sortings: {
      byAge: sortingByAge(sort, set),
      byLast: sortingBy('lastChargeAt', sort, set),
      byPaid: sortingBy('approvedAmount', sort, set),
    },
  }
}

export function CustomerSortField() {
  const { t } = useTranslation(['customers', 'charges'])
  const [sort, set] = useSortInAddress(CUSTOMER_SORTS)
  return (
    <SortField
      label={t('charges:list.sort')}
      sorts={CUSTOMER_SORTS}
      nameOf={(name) => t(`sorts.${name}`)}
      usual="-createdAt"
      sort={sort}
      onSort={set}
    />
  )
}
