/** A list that comes page by page: its skeleton, its failure, its emptiness, its rows, and the button for more. */
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DataTable, TableSkeleton } from './data-table.tsx'
import { LoadMore } from './load-more.tsx'
import { Panel } from './panel.tsx'
import { Unread, useRead } from './unread.tsx'

type PagedTableProps<Row> = Omit<ComponentProps<typeof DataTable<Row>>, 'rows'> & {
  query: UseInfiniteQueryResult<InfiniteData<{ data: Row[] }>>
  /** Instead of rows when there are none. */
  empty: ReactNode
  title?: string
  /** Beside the title. */
  aside?: ReactNode
}

export function PagedTable<Row>({ query, empty, title, aside, ...table }: PagedTableProps<Row>) {
  const { t } = useTranslation('common')
  const rows = rowsOf(query)
  const isRead = useRead(query) !== undefined
  return (
    <>
      <Panel flush title={title} aside={aside}>
        <Unread query={query} waiting={<TableSkeleton columns={table.columns.length} label={t('loading')} />} />
        {isRead && rows.length === 0 && empty}
        {isRead && rows.length > 0 && <DataTable<Row> {...table} rows={rows} />}
      </Panel>
      <LoadMore query={query} />
    </>
  )
}

/** All rows that have come so far. */
export function rowsOf<Row>({ data }: UseInfiniteQueryResult<InfiniteData<{ data: Row[] }>>): Row[] {
  return data?.pages.flatMap((page) => page.data) ?? []
}
