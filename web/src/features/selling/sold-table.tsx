/** Offers and payment links: whatever buyers open at an address is listed alike. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PageState } from '../../api/contract.ts'
import { Badge } from '../../ui/badge.tsx'
import { type Column, DataTable, TableSkeleton } from '../../ui/data-table.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { QrDialog } from './qr-dialog.tsx'
import { RowActions } from './row-actions.tsx'

interface Sold {
  id: string
  url: string
  enabled: boolean
}

interface SoldTableProps<Row extends Sold> {
  caption: string
  query: UseQueryResult<{ data: Row[] }>
  empty: { icon: LucideIcon; title: string; text: string }
  nameOf: (row: Row) => string
  stateOf: (row: Row) => PageState
  /** Between its state and its buttons. */
  columns: readonly Column<Row>[]
  /** Where a row leads. */
  linkOf?: (row: Row) => string
  onPause: (row: Row) => void
  editor: (row: Row, onClose: () => void) => ReactNode
}

export function SoldTable<Row extends Sold>({
  caption,
  query,
  empty,
  nameOf,
  stateOf,
  columns,
  linkOf,
  onPause,
  editor,
}: SoldTableProps<Row>) {
  const { t } = useTranslation(['selling', 'common'])
  const [edited, setEdited] = useState<Row | null>(null)
  const [scanned, setScanned] = useState<Row | null>(null)
  const rows = query.data?.data ?? []
  const all: readonly Column<Row>[] = [
    { id: 'name', header: t('column.title'), card: 'lead', className: 'font-medium', cell: nameOf },
    {
      id: 'state',
      header: t('column.state'),
      card: 'aside',
      cell: (row) => <Badge tone={stateOf(row) === 'open' ? 'success' : 'pending'}>{t(`state.${stateOf(row)}`)}</Badge>,
    },
    ...columns,
    {
      id: 'actions',
      header: '',
      align: 'end',
      card: 'foot',
      cell: (row) => (
        <RowActions
          name={nameOf(row)}
          url={row.url}
          enabled={row.enabled}
          onScan={() => setScanned(row)}
          onEdit={() => setEdited(row)}
          onPause={() => onPause(row)}
        />
      ),
    },
  ]
  return (
    <>
      {query.isPending && <TableSkeleton columns={5} rows={3} label={t('common:loading')} />}
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && rows.length === 0 && (
        <EmptyState icon={empty.icon} title={empty.title}>
          {empty.text}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <DataTable<Row>
          caption={caption}
          columns={all}
          rows={rows}
          rowKey={({ id }) => id}
          {...(linkOf ? { rowLink: (row: Row) => ({ to: linkOf(row), label: nameOf(row) }) } : {})}
        />
      )}
      {edited && editor(edited, () => setEdited(null))}
      {scanned && <QrDialog title={nameOf(scanned)} url={scanned.url} onClose={() => setScanned(null)} />}
    </>
  )
}
