import type { TFunction } from 'i18next'
import type { Receiver } from '../../api/contract.ts'
import type { useFormat } from '../../i18n/format.ts'
import { AttentionMark } from '../../ui/attention.tsx'
import { createdColumn } from '../../ui/created-column.tsx'
import type { Column, Sorting } from '../../ui/data-table.tsx'
import { maskDocument } from '../../ui/masks.ts'
import { ReceiverBadge } from './status.tsx'

export function receiverColumns(
  t: TFunction<['receivers', 'charges']>,
  { money }: ReturnType<typeof useFormat>,
  providerName: (code: string) => string,
  byAge: Sorting,
): readonly Column<Receiver>[] {
  return [
    {
      id: 'status',
      header: t('charges:column.status'),
      card: 'aside',
      cell: ({ status, needsAttention }) => (
        <span className="flex items-center gap-1.5">
          <ReceiverBadge status={status} />
          {needsAttention && <AttentionMark title={t('attention.title')} />}
        </span>
      ),
    },
    {
      id: 'name',
      header: t('column.name'),
      card: 'lead',
      className: 'max-w-72 truncate font-semibold',
      cell: ({ name }) => name,
    },
    {
      id: 'document',
      header: t('charges:detail.field.document'),
      card: 'sub',
      className: 'whitespace-nowrap',
      cell: ({ document }) => <span className="figures">{maskDocument(document)}</span>,
    },
    {
      id: 'provider',
      header: t('charges:column.provider'),
      card: 'foot',
      cell: ({ receiverProvider }) => providerName(receiverProvider),
    },
    {
      id: 'balance',
      header: t('column.balance'),
      align: 'end',
      card: 'line',
      className: 'whitespace-nowrap',
      cell: ({ balance }) => (balance === null ? null : <span className="figures">{money(balance)}</span>),
    },
    createdColumn(t('column.created'), byAge),
  ]
}
