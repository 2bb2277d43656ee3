import type { TFunction } from 'i18next'
import { CHARGE_STATUSES, type ChargeStatus, type ReconciliationItem, type Statement } from '../../api/contract.ts'
import type { useFormat } from '../../i18n/format.ts'
import { shorten } from '../../ui/copy.tsx'
import { createdColumn } from '../../ui/created-column.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { ItemBadge } from './status.tsx'

type Translate = TFunction<['reconciliation', 'charges', 'common']>
type Format = ReturnType<typeof useFormat>
type Side = ReconciliationItem['ours']

const isStatus = (word: string): word is ChargeStatus => (CHARGE_STATUSES as readonly string[]).includes(word)

/** What one side knows, in a line. */
export function sideText(
  t: Translate,
  { money }: Pick<Format, 'money'>,
  side: Side,
  { ours }: Pick<ReconciliationItem, 'ours'>,
): string {
  if (side === null) return t('nothing')
  const { amount, status, returned } = side
  const inCurrency = (cents: number) => money(cents, ours?.currency)
  const word = status === undefined ? [] : [isStatus(status) ? t(`common:status.${status}`) : status]
  const back = returned === undefined ? [] : [t('wentBack', { amount: inCurrency(returned) })]
  const parts = [...(amount === undefined ? [] : [inCurrency(amount)]), ...word, ...back]
  return parts.length > 0 ? parts.join(' · ') : t('unsaid')
}

export function itemColumns(
  t: Translate,
  format: Format,
  providerName: (code: string) => string,
): readonly Column<ReconciliationItem>[] {
  return [
    {
      id: 'state',
      header: t('charges:column.status'),
      card: 'aside',
      cell: ({ state }) => <ItemBadge state={state} />,
    },
    {
      id: 'kind',
      header: t('column.kind'),
      card: 'lead',
      cell: ({ kind, transactionId }) => (
        <span className="block">
          <span className="block font-medium">{t(`kind.${kind}`)}</span>
          <code title={transactionId} className="font-mono text-[0.8125rem] font-normal text-ink-faint compact:hidden">
            {shorten(transactionId)}
          </code>
        </span>
      ),
    },
    {
      id: 'ours',
      header: t('column.ours'),
      cell: (item) => <span className="figures">{sideText(t, format, item.ours, item)}</span>,
    },
    {
      id: 'theirs',
      header: t('column.theirs'),
      cell: (item) => <span className="figures">{sideText(t, format, item.theirs, item)}</span>,
    },
    {
      id: 'provider',
      header: t('charges:column.provider'),
      card: 'sub',
      cell: ({ provider }) => providerName(provider),
    },
    {
      id: 'found',
      header: t('column.found'),
      align: 'end',
      card: 'end',
      className: 'text-ink-soft',
      cell: ({ foundAt }) => <RelativeTime at={foundAt} />,
    },
  ]
}

export function statementColumns(t: Translate, { money }: Format): readonly Column<Statement>[] {
  const cents = (amount: number) => <span className="figures">{money(amount)}</span>
  return [
    {
      id: 'name',
      header: t('statement.name'),
      card: 'lead',
      className: 'max-w-64 truncate font-medium',
      cell: ({ name }) => name,
    },
    {
      id: 'rows',
      header: t('statement.rows'),
      align: 'end',
      card: 'sub',
      cell: ({ rows, matched }) => t('statement.matched', { rows, matched }),
    },
    {
      id: 'items',
      header: t('statement.items'),
      align: 'end',
      cell: ({ items }) => <span className="figures">{items}</span>,
    },
    {
      id: 'amount',
      header: t('charges:column.amount'),
      align: 'end',
      cell: ({ amount }) => cents(amount),
    },
    { id: 'fees', header: t('statement.fees'), align: 'end', cell: ({ fees }) => cents(fees) },
    { id: 'net', header: t('statement.net'), align: 'end', cell: ({ net }) => cents(net) },
    createdColumn(t('statement.imported')),
  ]
}
