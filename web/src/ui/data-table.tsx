/** Rows as a table where there is room, as cards on a phone: the same columns either way. */
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from './class-names.ts'
import { Skeleton } from './skeleton.tsx'
import { useMedia, WIDE } from './use-media.ts'

export interface Column<Row> {
  id: string
  header: string
  /** Null where there is nothing to say: a dash in the table, and no line on a card. */
  cell: (row: Row) => ReactNode
  align?: 'end'
  /** Where it stands on a card: in its two lines, left or right; in the small print; below with its header; under all of it, for what can be done; or nowhere. */
  card?: 'lead' | 'aside' | 'sub' | 'end' | 'foot' | 'line' | 'deeds' | 'hidden'
  className?: string
  headerClassName?: string
  /** Its header changes the order of the rows. */
  sort?: Sorting
}

export interface Sorting {
  /** Undefined where the rows are in another order. */
  now: 'ascending' | 'descending' | undefined
  turn: () => void
}

interface DataTableProps<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Where a row leads; the whole row can be clicked. */
  rowLink?: (row: Row) => { to: string; label: string }
  onOpen?: (row: Row) => void
  openLabel?: (row: Row) => string
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  return useMedia(WIDE) ? <WideTable {...props} /> : <Cards {...props} />
}

function WideTable<Row>({ caption, columns, rows, rowKey, ...opening }: DataTableProps<Row>) {
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse text-left">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ id, header, align, headerClassName, sort }) => (
              <th
                key={id}
                scope="col"
                aria-sort={sort?.now}
                className={cx(
                  'h-10 border-b border-line px-2 text-xs font-medium whitespace-nowrap text-ink-faint first:pl-6 last:pr-6 2xl:px-3',
                  align === 'end' && 'text-right',
                  headerClassName,
                )}
              >
                {sort ? <SortButton {...sort}>{header}</SortButton> : header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="group relative border-b border-line last:border-0 hover:bg-sunken">
              {columns.map(({ id, cell, align, className }, index) => (
                <td
                  key={id}
                  className={cx(
                    'h-14 px-2 py-2 compact:h-9 compact:py-1 first:pl-6 last:pr-6 2xl:px-3',
                    align === 'end' && 'figures text-right',
                    className,
                  )}
                >
                  {index === 0 && <RowOpener row={row} {...opening} />}
                  {cell(row) ?? <Nothing />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Nothing() {
  return <span className="text-ink-faint">—</span>
}

function SortButton({ now, turn, children }: Sorting & { children: ReactNode }) {
  const Arrow = now === undefined ? ChevronsUpDown : now === 'ascending' ? ArrowUp : ArrowDown
  return (
    <button type="button" onClick={turn} className="inline-flex items-center gap-1 rounded-sm hover:text-ink">
      {children}
      <Arrow aria-hidden className="size-3.5" />
    </button>
  )
}

function Cards<Row>({ caption, columns, rows, rowKey, ...opening }: DataTableProps<Row>) {
  return (
    <ul aria-label={caption}>
      {rows.map((row) => {
        const cellsAt = (place: NonNullable<Column<Row>['card']>) =>
          columns
            .filter(({ card = 'line' }) => card === place)
            .map(({ id, header, cell }) => ({ id, header, content: cell(row) }))
            .filter(({ content }) => content !== null)
        const at = (place: NonNullable<Column<Row>['card']>) =>
          cellsAt(place).map(({ id, content }) => <div key={id}>{content}</div>)
        return (
          <li
            key={rowKey(row)}
            className="relative grid grid-cols-[minmax(0,1fr)] gap-2 border-b border-line px-4 py-4 last:border-0 compact:gap-1 compact:py-2.5"
          >
            <RowOpener row={row} {...opening} />
            <CardLine start={at('lead')} end={at('aside')} className="font-semibold" />
            <CardLine start={at('sub')} end={at('end')} />
            <div className="flex flex-wrap items-center gap-2 text-[0.8125rem] text-ink-soft *:max-w-full empty:hidden">
              {at('foot')}
            </div>
            <dl className="grid gap-1 empty:hidden">
              {cellsAt('line').map(({ id, header, content }) => (
                <div key={id} className="flex min-h-6 items-center justify-between gap-4">
                  <dt className="shrink-0 text-[0.8125rem] text-ink-faint">{header}</dt>
                  <dd className="min-w-0 text-right [overflow-wrap:anywhere]">{content}</dd>
                </div>
              ))}
            </dl>
            <div className="-mx-2.5 flex justify-end empty:hidden">{at('deeds')}</div>
          </li>
        )
      })}
    </ul>
  )
}

interface CardLineProps {
  start: readonly ReactNode[]
  end: readonly ReactNode[]
  className?: string
}

function CardLine({ start, end, className }: CardLineProps) {
  if (start.length + end.length === 0) return null
  return (
    <div className={cx('flex items-center justify-between gap-4', className)}>
      <div className="min-w-0">{start}</div>
      <div className="shrink-0">{end}</div>
    </div>
  )
}

/** Covers its row, below the row's other buttons and links. */
const COVER = 'absolute inset-0 z-0 rounded-md focus-visible:outline-offset-[-2px]'

function RowOpener<Row>({
  row,
  rowLink,
  onOpen,
  openLabel,
}: Pick<DataTableProps<Row>, 'rowLink' | 'onOpen' | 'openLabel'> & { row: Row }) {
  if (rowLink) {
    const { to, label } = rowLink(row)
    return <Link to={to} aria-label={label} className={COVER} />
  }
  if (!onOpen) return null
  return <button type="button" onClick={() => onOpen(row)} aria-label={openLabel?.(row)} className={COVER} />
}

/** The table's own outline while its rows are on their way. */
export function TableSkeleton({ columns, rows = 8, label }: { columns: number; rows?: number; label: string }) {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row) => (
        <div
          key={row}
          className="flex h-14 items-center gap-6 compact:h-9 border-b border-line px-4 last:border-0 md:px-6"
        >
          {Array.from({ length: columns }, (_, column) => `${row}-${column}`).map((cell, column) => (
            <Skeleton
              key={cell}
              className={cx('flex-1', column === 0 && 'h-6 max-w-24 rounded-full', column > 2 && 'max-md:hidden')}
            />
          ))}
        </div>
      ))}
    </div>
  )
}
