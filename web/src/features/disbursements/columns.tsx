import type { TFunction } from 'i18next'
import type { DisbursementKind, Refund, Withdrawal } from '../../api/contract.ts'
import type { useFormat } from '../../i18n/format.ts'
import { AttentionMark } from '../../ui/attention.tsx'
import { createdColumn } from '../../ui/created-column.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import type { DisbursementSortings } from './sort.tsx'
import { DisbursementBadge } from './status.tsx'

type Disbursement = Pick<
  Refund | Withdrawal,
  'amount' | 'currency' | 'provider' | 'needsAttention' | 'approvedAt' | 'createdAt'
>

interface DisbursementColumns<Row extends Disbursement> {
  t: TFunction<['disbursements', 'charges']>
  format: ReturnType<typeof useFormat>
  providerName: (code: string) => string
  kind: DisbursementKind
  sortings: DisbursementSortings
  stateOf: (row: Row) => Parameters<typeof DisbursementBadge>[0]
  /** What only this kind has, between the amount and the provider. */
  own: readonly Column<Row>[]
}

/** The columns that the lists of refunds and of withdrawals share, around those of their own. */
export function disbursementColumns<Row extends Disbursement>(list: DisbursementColumns<Row>): readonly Column<Row>[] {
  const { t, format, providerName, kind, sortings, stateOf, own } = list
  return [
    {
      id: 'status',
      header: t('charges:column.status'),
      card: 'aside',
      cell: (row) => (
        <span className="flex items-center gap-1.5">
          <DisbursementBadge {...stateOf(row)} />
          {row.needsAttention && <AttentionMark title={t('attention.title')} />}
        </span>
      ),
    },
    {
      id: 'amount',
      header: t('charges:column.amount'),
      sort: sortings.byAmount,
      align: 'end',
      card: 'lead',
      className: 'font-semibold whitespace-nowrap',
      cell: ({ amount, currency }) => <span className="figures">{format.money(amount, currency)}</span>,
    },
    ...own,
    {
      id: 'provider',
      header: t('charges:column.provider'),
      card: 'foot',
      cell: ({ provider }) => (provider ? providerName(provider) : null),
    },
    {
      id: 'approved',
      header: t(`column.approved.${kind}`),
      sort: sortings.byApproved,
      align: 'end',
      className: 'text-ink-soft',
      cell: ({ approvedAt }) => (approvedAt ? <RelativeTime at={approvedAt} /> : null),
    },
    createdColumn(t('column.created'), sortings.byAge),
  ]
}
