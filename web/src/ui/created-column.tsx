import { defined } from '../../../domain/defined.ts'
import type { Column, Sorting } from './data-table.tsx'
import { RelativeTime } from './time.tsx'

/** The last column of most lists: when a row was made. @param sort where its header changes the order of the rows. */
export const createdColumn = (header: string, sort?: Sorting): Column<{ createdAt: string }> => ({
  id: 'created',
  header,
  ...defined({ sort }),
  align: 'end',
  card: 'end',
  className: 'text-ink-soft',
  cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
})
