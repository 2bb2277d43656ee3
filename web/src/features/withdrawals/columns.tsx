import type { TFunction } from 'i18next'
import type { Withdrawal } from '../../api/contract.ts'
import { Tag } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { destinationText } from './destination.ts'

/** What only withdrawals have. */
export function withdrawalColumns(t: TFunction<['disbursements', 'charges']>): readonly Column<Withdrawal>[] {
  return [
    {
      id: 'destination',
      header: t('column.destination'),
      card: 'sub',
      className: 'max-w-72 truncate',
      cell: (withdrawal) => destinationText(t, withdrawal),
    },
    {
      id: 'method',
      header: t('charges:column.method'),
      card: 'foot',
      cell: ({ paymentMethod }) => <Tag>{t(`method.${paymentMethod}`)}</Tag>,
    },
  ]
}
