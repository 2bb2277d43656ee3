import type { TFunction } from 'i18next'
import type { Refund, Withdrawal } from '../../api/contract.ts'
import type { useFormat } from '../../i18n/format.ts'
import { AttentionMark } from '../../ui/attention.tsx'
import type { Column, Sorting } from '../../ui/data-table.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { PayoutBadge } from './status.tsx'

type Payout = Pick<Refund | Withdrawal, 'amount' | 'provider' | 'needsAttention' | 'createdAt'>

interface PayoutColumns<Row extends Payout> {
  t: TFunction<['payouts', 'charges']>
  format: ReturnType<typeof useFormat>
  providerName: (code: string) => string
  byAge: Sorting
  stateOf: (row: Row) => Parameters<typeof PayoutBadge>[0]
  /** What only this kind has, between the amount and the provider. */
  own: readonly Column<Row>[]
}

/** The columns that the lists of refunds and of withdrawals share, around those of their own. */
export function payoutColumns<Row extends Payout>(list: PayoutColumns<Row>): readonly Column<Row>[] {
  const { t, format, providerName, byAge, stateOf, own } = list
  return [
    {
      id: 'status',
      header: t('charges:column.status'),
      card: 'aside',
      cell: (row) => (
        <span className="flex items-center gap-1.5">
          <PayoutBadge {...stateOf(row)} />
          {row.needsAttention && <AttentionMark title={t('attention.title')} />}
        </span>
      ),
    },
    {
      id: 'amount',
      header: t('charges:column.amount'),
      align: 'end',
      card: 'lead',
      className: 'font-semibold whitespace-nowrap',
      cell: ({ amount }) => <span className="figures">{format.money(amount)}</span>,
    },
    ...own,
    {
      id: 'provider',
      header: t('charges:column.provider'),
      card: 'foot',
      cell: ({ provider }) => (provider ? providerName(provider) : <span className="text-ink-faint">—</span>),
    },
    {
      id: 'created',
      header: t('charges:column.created'),
      sort: byAge,
      align: 'end',
      card: 'end',
      className: 'text-ink-soft',
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ]
}
