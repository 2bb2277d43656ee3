import { useTranslation } from 'react-i18next'
import type { Analytics } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { addressOf } from './period.ts'
import { Span } from './strip.tsx'

type Row = Analytics['data'][number]

interface BreakdownProps {
  title: string
  /** Undefined while they are not known. */
  rows: readonly Row[] | undefined
  /** What a key is called. */
  nameOf: (key: string) => string
  /** The list's filter that a row stands for. */
  filter: 'provider' | 'paymentMethod'
}

/** The same figures for each provider, or each method. */
export function Breakdown({ title, rows, nameOf, filter }: BreakdownProps) {
  const { t } = useTranslation('overview')
  const { money, number, percent } = useFormat()
  const [search] = useAddress()
  const columns: readonly Column<Row>[] = [
    {
      id: 'key',
      header: t(filter),
      card: 'lead',
      cell: ({ key }) => <span className="font-medium">{nameOf(key)}</span>,
    },
    { id: 'created', header: t('created'), align: 'end', card: 'line', cell: ({ created }) => number(created) },
    {
      id: 'rate',
      header: t('approvalRate'),
      align: 'end',
      card: 'line',
      cell: ({ approvalRate }) => percent(approvalRate),
    },
    { id: 'time', header: t('timeToPaid'), align: 'end', card: 'line', cell: (row) => <Span of={row} /> },
    {
      id: 'amount',
      header: t('received'),
      align: 'end',
      card: 'aside',
      cell: ({ approvedAmount }) => money(approvedAmount),
    },
  ]
  return (
    <Panel title={title} flush>
      {rows ? (
        <DataTable
          caption={title}
          columns={columns}
          rows={rows.toSorted((one, other) => other.approvedAmount - one.approvedAmount)}
          rowKey={({ key }) => key}
          rowLink={({ key }) => ({
            to: addressOf(search, key ? { figure: 'created', [filter]: key } : { figure: 'untaken' }),
            label: t('open', { name: nameOf(key) }),
          })}
        />
      ) : (
        <Skeleton className="m-6 h-14" />
      )}
    </Panel>
  )
}
