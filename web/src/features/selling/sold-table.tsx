/** Offers and payment links, both of which buyers open at an address, share this table. */
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { PageState, PaymentMethod, Sales } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Narrowed } from '../../ui/narrowed.tsx'
import { NoneFound } from '../../ui/none-found.tsx'
import { PagedTable, rowsOf } from '../../ui/paged-table.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { QrDialog } from './qr-dialog.tsx'
import { RowActions } from './row-actions.tsx'

interface Sold {
  id: string
  url: string
  enabled: boolean
  paymentMethods: readonly PaymentMethod[] | null
  sales: Sales
}

interface SoldTableProps<Row extends Sold> {
  caption: string
  /** Shown above the table, where it is one of several. */
  title?: string
  aside?: ReactNode
  query: UseInfiniteQueryResult<InfiniteData<{ data: Row[] }>>
  /** What the address calls the one that the list is narrowed to. */
  onlyBy: string | undefined
  /** Whether filters leave something out; what it says where nothing is left out, and there is none. */
  isFiltered: boolean
  empty: { icon: LucideIcon; title: string; text: string }
  nameOf: (row: Row) => string
  /** Small, under its name. */
  noteOf?: (row: Row) => string
  stateOf: (row: Row) => ShownState
  amountOf: (row: Row) => string
  /** Between its amount and its sales. */
  columns: readonly Column<Row>[]
  /** Where a row leads; without it, to its editor. */
  linkOf?: (row: Row) => string
  /** The filter of charges that has its id. */
  soldAs: 'offerId' | 'paymentLinkId'
  onPause: (row: Row) => void
  editor: (row: Row, onClose: () => void) => ReactNode
}

/** `reserved`: what is left waits for the payment of a buyer. */
type ShownState = PageState | 'reserved'

const STATE_TONES = {
  open: 'success',
  paused: 'pending',
  expired: 'pending',
  soldOut: 'info',
  reserved: 'pending',
} as const satisfies Record<ShownState, Tone>

export function SoldTable<Row extends Sold>(props: SoldTableProps<Row>) {
  const { caption, title, aside, query, onlyBy, isFiltered, empty, nameOf, noteOf, stateOf, amountOf, linkOf, soldAs } =
    props
  const { t } = useTranslation(['selling', 'common'])
  const [edited, setEdited] = useState<Row | null>(null)
  const [scanned, setScanned] = useState<Row | null>(null)
  const columns: readonly Column<Row>[] = [
    {
      id: 'name',
      header: t('column.title'),
      card: 'sub',
      className: 'min-w-40 max-w-60',
      cell: (row) => (
        <span className="block min-w-0">
          <span className="block truncate font-medium" title={nameOf(row)}>
            {nameOf(row)}
          </span>
          {noteOf && <span className="block truncate text-[0.8125rem] text-ink-faint">{noteOf(row)}</span>}
        </span>
      ),
    },
    {
      id: 'state',
      header: t('column.state'),
      card: 'aside',
      cell: (row) => <Badge tone={STATE_TONES[stateOf(row)]}>{t(`state.${stateOf(row)}`)}</Badge>,
    },
    {
      id: 'amount',
      header: t('column.amount'),
      align: 'end',
      card: 'lead',
      className: 'font-semibold whitespace-nowrap',
      cell: (row) => <span className="figures">{amountOf(row)}</span>,
    },
    ...props.columns,
    {
      id: 'sales',
      header: t('column.sales'),
      align: 'end',
      className: 'whitespace-nowrap',
      cell: (row) => <SalesText sales={row.sales} to={`/charges?${soldAs}=${row.id}&figure=approved`} />,
    },
    {
      id: 'actions',
      header: '',
      align: 'end',
      card: 'end',
      className: 'w-24',
      cell: (row) => (
        <RowActions
          name={nameOf(row)}
          url={row.url}
          enabled={row.enabled}
          charges={`/charges?${soldAs}=${row.id}`}
          onScan={() => setScanned(row)}
          onEdit={() => setEdited(row)}
          onPause={() => props.onPause(row)}
        />
      ),
    },
  ]
  const [first] = rowsOf(query)
  return (
    <>
      {onlyBy && (
        <div className="mb-4">
          <Narrowed name={onlyBy} text={first && nameOf(first)} />
        </div>
      )}
      <PagedTable<Row>
        query={query}
        empty={
          isFiltered ? (
            <NoneFound title={t('noneTitle')} names={['q', 'state']}>
              {t('noneText')}
            </NoneFound>
          ) : (
            <EmptyState icon={empty.icon} title={empty.title}>
              {empty.text}
            </EmptyState>
          )
        }
        caption={caption}
        {...(title ? { title, aside } : {})}
        columns={columns}
        rowKey={({ id }) => id}
        {...(linkOf
          ? { rowLink: (row: Row) => ({ to: linkOf(row), label: nameOf(row) }) }
          : { onOpen: setEdited, openLabel: (row: Row) => t('edit.one', { name: nameOf(row) }) })}
      />
      {edited && props.editor(edited, () => setEdited(null))}
      {scanned && (
        <QrDialog
          title={nameOf(scanned)}
          url={scanned.url}
          methods={scanned.paymentMethods}
          onClose={() => setScanned(null)}
        />
      )}
    </>
  )
}

/** How many were sold and for how much, leading to their charges. */
function SalesText({ sales: { count, amount }, to }: { sales: Sales; to: string }) {
  const { t } = useTranslation('selling')
  const { money } = useFormat()
  if (count === 0) return <span className="text-ink-faint">{t('sales.none')}</span>
  return (
    <Link
      to={to}
      className="relative z-10 rounded-sm underline decoration-line-strong underline-offset-4 hover:text-ink"
    >
      <span className="figures">{t('sales.some', { count, amount: money(amount) })}</span>
    </Link>
  )
}
