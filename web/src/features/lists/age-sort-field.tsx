import { useTranslation } from 'react-i18next'
import { LIST_SORTS } from '../../../../domain/list-sort.ts'
import { useSortInAddress } from '../../ui/use-sort.ts'
import { SortField } from './sort-field.tsx'

/** Of a list that is read from the newest or from the oldest. */
export function AgeSortField() {
  const { t } = useTranslation(['charges', 'disbursements'])
  const [sort, set] = useSortInAddress(LIST_SORTS)
  return (
    <SortField
      label={t('charges:list.sort')}
      sorts={LIST_SORTS}
      nameOf={(name) => t(`disbursements:sorts.${name}`)}
      usual="-createdAt"
      sort={sort}
      onSort={set}
    />
  )
}
