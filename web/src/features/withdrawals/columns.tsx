import type { TFunction } from 'i18next'
import type { Withdrawal } from '../../api/contract.ts'
import type { useFormat } from '../../i18n/format.ts'
import { AttentionMark } from '../../ui/attention.tsx'
import { Tag } from '../../ui/badge.tsx'
import type { Column, Sorting } from '../../ui/data-table.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { PayoutBadge } from '../payouts/status.tsx'
import { destinationText } from './destination.ts'

export function withdrawalColumns(
  t: TFunction<['payouts', 'charges']>,
  { money }: ReturnType<typeof useFormat>,
  providerName: (code: string) => string,
  byAge: Sorting,
): readonly Column<Withdrawal>[] {
  return [
    {
      id: 'status',
      header: t('charges:column.status'),
      card: 'aside',
      cell: ({ status, approval, needsAttention }) => (
        <span className="flex items-center gap-1.5">
          <PayoutBadge status={status} approval={approval} />
          {needsAttention && <AttentionMark title={t('attention.title')} />}
        </span>
      ),
    },
    {
      id: 'amount',
      header: t('charges:column.amount'),
      align: 'end',
      card: 'lead',
      className: 'font-semibold whitespace-nowrap',
      cell: ({ amount }) => <span className="figures">{money(amount)}</span>,
    },
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
