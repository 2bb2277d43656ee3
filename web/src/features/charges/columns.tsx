import type { TFunction } from 'i18next'
import { defined } from '../../../../domain/defined.ts'
import type { Charge } from '../../api/contract.ts'
import type { useFormat } from '../../i18n/format.ts'
import { AttentionMark } from '../../ui/attention.tsx'
import { Tag } from '../../ui/badge.tsx'
import { createdColumn } from '../../ui/created-column.tsx'
import type { Column, Sorting } from '../../ui/data-table.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { BuyerName } from '../customers/buyer.tsx'
import { paidOrAsked } from './paid-or-asked.ts'
import { StatusBadge } from './status.tsx'

interface Sortings {
  byAge: Sorting
  byAmount?: Sorting
  byPaid?: Sorting
  /** On a card the time of payment stands where the time of creation does otherwise. */
  isByPayment?: boolean
}

export function chargeColumns(
  t: TFunction<['charges', 'common', 'selling']>,
  { money }: ReturnType<typeof useFormat>,
  providerName: (code: string) => string,
  { byAge, byAmount, byPaid, isByPayment = false }: Sortings,
): readonly Column<Charge>[] {
  const created = createdColumn(t('column.created'), byAge)
  return [
    {
      id: 'status',
      header: t('column.status'),
      card: 'aside',
      cell: ({ status, ending, needsAttention }) => (
        <span className="flex items-center gap-1.5">
          <StatusBadge status={status} ending={ending} />
          {needsAttention && <AttentionMark title={t('attention.title')} />}
        </span>
      ),
    },
    {
      id: 'amount',
      header: t('column.amount'),
      ...defined({ sort: byAmount }),
      align: 'end',
      card: 'lead',
      className: 'font-semibold whitespace-nowrap',
      cell: (charge) => <span className="figures">{money(paidOrAsked(charge), charge.currency)}</span>,
    },
    {
      id: 'customer',
      header: t('column.customer'),
      card: 'sub',
      className: 'max-w-36 2xl:max-w-72',
      cell: ({ customer }) => (
        <span className="block min-w-0">
          <BuyerName customer={customer} className="block truncate" />
          <span className="block truncate text-[0.8125rem] text-ink-faint max-md:hidden compact:hidden">
            {customer.email}
          </span>
        </span>
      ),
    },
    {
      id: 'sold',
      header: t('column.sold'),
      card: 'foot',
      className: 'max-w-26 2xl:max-w-60',
      cell: ({ items: [first, ...more] }) =>
        first && (
          <span
            className="flex min-w-0 gap-1 text-ink-soft"
            title={[first, ...more].map(({ title }) => title).join(', ')}
          >
            <span className="truncate">{first.title}</span>
            {more.length > 0 && <span className="figures shrink-0">{`+${more.length}`}</span>}
          </span>
        ),
    },
    {
      id: 'method',
      header: t('column.method'),
      card: 'foot',
      cell: ({ paymentMethod }) => <Tag>{t(`selling:method.${paymentMethod}`)}</Tag>,
    },
    {
      id: 'provider',
      header: t('column.provider'),
      card: 'foot',
      className: 'whitespace-nowrap',
      cell: ({ provider }) =>
        provider ? providerName(provider) : <span className="text-ink-faint max-md:hidden">—</span>,
    },
    {
      id: 'order',
      header: t('column.order'),
      card: 'hidden',
      className: 'max-w-40 truncate text-ink-soft max-2xl:hidden',
      headerClassName: 'max-2xl:hidden',
      cell: ({ orderId }) => orderId ?? <span className="text-ink-faint">—</span>,
    },
    {
      id: 'paid',
      header: t('column.paid'),
      ...defined({ sort: byPaid }),
      align: 'end',
      card: isByPayment ? 'end' : 'hidden',
      className: 'text-ink-soft',
      cell: ({ paidAt }) => (paidAt ? <RelativeTime at={paidAt} /> : <span className="text-ink-faint">—</span>),
    },
    isByPayment ? { ...created, card: 'hidden' } : created,
  ]
}
