import { useTranslation } from 'react-i18next'
import { LIST_SORTS } from '../../../../domain/list-sort.ts'
import { useAddress, withName } from '../../ui/use-address.ts'
import { SortField } from './sort-field.tsx'

/** Of a list that is read from the newest or from the oldest. */
export function AgeSortField() {
  const { t } = useTranslation(['charges', 'disbursements'])
  const [search, setSearch] = useAddress()
  return (
    <SortField
      label={t('charges:list.sort')}
      sorts={LIST_SORTS}
      nameOf={(name) => t(`disbursements:sorts.${name}`)}
      usual="-createdAt"
      sort={LIST_SORTS.find((known) => known === search.get('sort')) ?? null}
      onSort={(next) => setSearch((before) => withName(before, 'sort', next))}
    />
  )
}
