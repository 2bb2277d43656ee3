/** What an address opens beside a list, also when the list does not show it. */
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Dialog } from './dialog.tsx'
import { Skeleton } from './skeleton.tsx'
import { Unread } from './unread.tsx'

interface OpenedProps<Row> {
  id: string | null
  /** The query for a row that the list does not have. */
  asked: UseQueryResult<Row>
  row: Row | undefined
  title: (row: Row) => string
  description?: (row: Row) => string
  /** While it is on its way. */
  waiting: string
  onClose: () => void
  children: (row: Row) => ReactNode
}

export function Opened<Row>({ id, asked, row, title, description, waiting, onClose, children }: OpenedProps<Row>) {
  return (
    <Dialog
      sheet
      open={id !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={row ? title(row) : waiting}
      description={row && description?.(row)}
    >
      {row && children(row)}
      {!row && <Unread query={asked} waiting={<Skeleton className="h-40" />} />}
    </Dialog>
  )
}
