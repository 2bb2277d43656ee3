import type { TFunction } from 'i18next'
import type { ListedRefund } from '../../api/contract.ts'
import { Tag } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { BuyerName } from '../customers/buyer.tsx'

/** What only refunds have. */
export function refundColumns(t: TFunction<['disbursements', 'charges', 'selling']>): readonly Column<ListedRefund>[] {
  return [
    {
      id: 'customer',
      header: t('charges:column.customer'),
      card: 'sub',
      className: 'max-w-72 truncate',
      cell: ({ customerName: name }) => (name === null ? null : <BuyerName customer={{ name }} />),
    },
    {
      id: 'method',
      header: t('charges:column.method'),
      card: 'foot',
      cell: ({ paymentMethod }) => paymentMethod && <Tag>{t(`selling:method.${paymentMethod}`)}</Tag>,
    },
    {
      id: 'kind',
      header: t('column.kind'),
      card: 'foot',
      cell: ({ kind }) => <Tag>{t(`kind.${kind}`)}</Tag>,
    },
  ]
}
