import type { TFunction } from 'i18next'
import type { KnownCustomer } from '../../api/contract.ts'
import type { useFormat } from '../../i18n/format.ts'
import type { Column } from '../../ui/data-table.tsx'
import { maskDocument } from '../../ui/masks.ts'
import { RelativeTime } from '../../ui/time.tsx'
import type { CustomerSortings } from './sort.tsx'
import { chargesOf, Sums } from './totals.tsx'

export function customerColumns(
  t: TFunction<['customers', 'charges']>,
  { number }: ReturnType<typeof useFormat>,
  { byAge, byLast, byPaid }: CustomerSortings,
): readonly Column<KnownCustomer>[] {
  return [
    {
      id: 'name',
      header: t('charges:column.customer'),
      card: 'lead',
      className: 'max-w-56 2xl:max-w-80',
      cell: ({ name, email }) => (
        <span className="block min-w-0">
          <span className="block truncate font-semibold">{name}</span>
          <span className="block truncate text-[0.8125rem] font-normal text-ink-faint">{email}</span>
        </span>
      ),
    },
    {
      id: 'document',
      header: t('charges:detail.field.document'),
      card: 'sub',
      className: 'whitespace-nowrap',
      cell: ({ document }) => <span className="figures">{maskDocument(document)}</span>,
    },
    {
      id: 'charges',
      header: t('column.charges'),
      align: 'end',
      card: 'line',
      cell: (customer) => number(chargesOf(customer)),
    },
    {
      id: 'paid',
      header: t('column.paid'),
      sort: byPaid,
      align: 'end',
      card: 'line',
      className: 'font-semibold whitespace-nowrap',
      cell: ({ totals }) => <Sums of={totals} amountOf={({ approvedAmount }) => approvedAmount} />,
    },
    {
      id: 'last',
      header: t('column.last'),
      sort: byLast,
      align: 'end',
      card: 'line',
      className: 'text-ink-soft',
      cell: ({ lastChargeAt }) => <RelativeTime at={lastChargeAt} />,
    },
    {
      id: 'created',
      header: t('column.first'),
      sort: byAge,
      align: 'end',
      card: 'hidden',
      className: 'text-ink-soft',
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ]
}
