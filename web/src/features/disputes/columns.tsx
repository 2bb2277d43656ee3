import type { TFunction } from 'i18next'
import type { ListedDispute } from '../../api/contract.ts'
import type { useFormat } from '../../i18n/format.ts'
import { Tag } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { BuyerName } from '../customers/buyer.tsx'
import { Deadline } from './deadline.tsx'
import type { DisputeSortings } from './sort.tsx'
import { DisputeBadge } from './status.tsx'

export function disputeColumns(
  t: TFunction<['disputes', 'charges', 'common', 'selling']>,
  { money }: ReturnType<typeof useFormat>,
  providerName: (code: string) => string,
  { byAge, byAmount, byDeadline }: DisputeSortings,
): readonly Column<ListedDispute>[] {
  return [
    {
      id: 'state',
      header: t('charges:column.status'),
      card: 'aside',
      cell: ({ state }) => <DisputeBadge state={state} />,
    },
    {
      id: 'amount',
      header: t('charges:column.amount'),
      sort: byAmount,
      align: 'end',
      card: 'lead',
      className: 'font-semibold whitespace-nowrap',
      cell: ({ amount, currency }) => <span className="figures">{money(amount, currency)}</span>,
    },
    {
      id: 'customer',
      header: t('charges:column.customer'),
      card: 'sub',
      className: 'max-w-56 truncate',
      cell: ({ customerName: name }) => (name === null ? null : <BuyerName customer={{ name }} />),
    },
    {
      id: 'kind',
      header: t('column.kind'),
      card: 'foot',
      cell: ({ kind }) => <Tag>{t(`kind.${kind}`)}</Tag>,
    },
    {
      id: 'method',
      header: t('charges:column.method'),
      card: 'foot',
      cell: ({ paymentMethod }) => paymentMethod && <Tag>{t(`selling:method.${paymentMethod}`)}</Tag>,
    },
    {
      id: 'provider',
      header: t('charges:column.provider'),
      card: 'foot',
      cell: ({ provider }) => (provider ? providerName(provider) : null),
    },
    {
      id: 'due',
      header: t('column.due'),
      sort: byDeadline,
      cell: (dispute) => (dispute.dueAt === null ? null : <Deadline dispute={dispute} />),
    },
    {
      id: 'opened',
      header: t('column.opened'),
      sort: byAge,
      align: 'end',
      card: 'end',
      className: 'text-ink-soft',
      cell: ({ openedAt }) => <RelativeTime at={openedAt} />,
    },
  ]
}
