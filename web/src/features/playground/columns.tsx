import type { TFunction } from 'i18next'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { ShortId } from '../../ui/copy.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { BuyerActions } from './buyer-actions.tsx'
import type { LedgerTransaction } from './queries.ts'

const STAGE_TONES = {
  pending: 'pending',
  paid: 'success',
  refused: 'danger',
  expired: 'pending',
  refunded: 'info',
  chargeback: 'danger',
} as const satisfies Record<LedgerTransaction['stage'], Tone>

export function ledgerColumns(
  t: TFunction<['playground', 'common']>,
  money: (amount: number) => string,
  providerName: (code: string) => string,
): readonly Column<LedgerTransaction>[] {
  return [
    {
      id: 'status',
      header: t('column.status'),
      card: 'aside',
      cell: ({ status, stage }) => (
        <Badge tone={STAGE_TONES[stage]}>
          <span className="font-mono text-[0.6875rem]">{status}</span>
        </Badge>
      ),
    },
    {
      id: 'amount',
      header: t('column.amount'),
      align: 'end',
      card: 'lead',
      className: 'font-semibold whitespace-nowrap',
      cell: ({ amount }) => money(amount),
    },
    { id: 'provider', header: t('column.provider'), card: 'sub', cell: ({ provider }) => providerName(provider) },
    { id: 'transaction', header: t('column.transaction'), card: 'foot', cell: ({ id }) => <ShortId id={id} /> },
    {
      id: 'requests',
      header: t('column.requests'),
      align: 'end',
      card: 'hidden',
      cell: ({ moneyRequests = 0 }) => (
        <span
          title={t('requestsHint')}
          className={moneyRequests > 1 ? 'font-semibold text-warning-ink' : 'text-ink-soft'}
        >
          {moneyRequests}
        </span>
      ),
    },
    {
      id: 'created',
      header: t('column.created'),
      align: 'end',
      card: 'end',
      className: 'text-ink-soft',
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      card: 'foot',
      cell: (transaction) => <BuyerActions transaction={transaction} />,
    },
  ]
}
