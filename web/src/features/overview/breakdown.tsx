import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { ChargeFigure } from '../../../../domain/analytics.ts'
import type { Analytics } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { FailedPanel } from '../../ui/failed-panel.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Unread, useFirstFailure } from '../../ui/unread.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { Change } from './change.tsx'
import { addressOf } from './period.ts'
import { ofPast, type Past, pastText, type usePast } from './queries.ts'
import { useOverviewMoney } from './use-currency.ts'

type Row = Analytics['data'][number]

interface BreakdownProps {
  title: string
  query: UseQueryResult<Analytics>
  /** Those of the period before. */
  before: ReturnType<typeof usePast>
  /** What a key is called. */
  nameOf: (key: string) => string
  /** The list's filter that a row stands for. */
  filter: 'provider' | 'paymentMethod'
}

const NONE: Omit<Row, 'key'> = {
  created: 0,
  pending: 0,
  pendingAmount: 0,
  rejected: 0,
  rejectedAmount: 0,
  approved: 0,
  approvedAmount: 0,
  refundedAmount: 0,
  chargebacks: 0,
  approvalRate: null,
  p50ApprovalSeconds: null,
}

/** A number stays beside its unit. */
const onOneLine = (span: string) => span.replaceAll(' ', '\u00a0')

/** What had charges in the period before alone has a row, too: that it has none any more is the news. */
function withThoseBefore(rows: readonly Row[], before: Past<readonly Row[]>): readonly Row[] {
  const isThere = new Set(rows.map(({ key }) => key))
  return [...rows, ...(before ?? []).filter(({ key }) => !isThere.has(key)).map(({ key }) => ({ ...NONE, key }))]
}

/** The same figures for each provider, or each method. */
export function Breakdown({ title, query, before: read, nameOf, filter }: BreakdownProps) {
  const before = ofPast(read.past, ({ data }) => data)
  const { t } = useTranslation('overview')
  const { number, percent, seconds } = useFormat()
  const { money } = useOverviewMoney()
  const failure = useFirstFailure(query)
  const [search] = useAddress()
  const pastOf = ({ key }: Row) => before?.find((row) => row.key === key)
  const listOf = ({ key }: Row, figure: ChargeFigure) =>
    addressOf(search, key ? { figure, [filter]: key } : { figure: 'untaken' })
  const columns: readonly Column<Row>[] = [
    {
      id: 'key',
      header: t(filter),
      card: 'lead',
      cell: (row) => (
        <>
          <span className="block font-medium">{nameOf(row.key)}</span>
          {(row.p50ApprovalSeconds ?? pastOf(row)?.p50ApprovalSeconds ?? null) !== null && (
            <span className="block text-xs font-normal text-ink-faint">
              {t('paidWithin', {
                time: onOneLine(seconds(row.p50ApprovalSeconds)),
                before: pastText(before, () => onOneLine(seconds(pastOf(row)?.p50ApprovalSeconds ?? null))),
              })}
            </span>
          )}
        </>
      ),
    },
    { id: 'created', header: t('created'), align: 'end', card: 'line', cell: ({ created }) => number(created) },
    {
      id: 'rate',
      header: t('approvalRate'),
      align: 'end',
      card: 'line',
      cell: (row) => (
        <span className="block text-right">
          {row.key && row.approvalRate !== null ? (
            <Link to={listOf(row, 'approved')} className="relative z-10 hover:underline">
              {percent(row.approvalRate)}
              <span className="sr-only"> {t('openApproved', { name: nameOf(row.key) })}</span>
            </Link>
          ) : (
            percent(row.approvalRate)
          )}
          <span className="block text-xs whitespace-nowrap text-ink-faint">
            {t('rateBefore', { rate: pastText(before, () => percent(pastOf(row)?.approvalRate ?? null)) })}
          </span>
        </span>
      ),
    },
    {
      id: 'amount',
      header: t('received'),
      align: 'end',
      card: 'aside',
      cell: (row) => (
        <span className="block text-right">
          {row.key ? (
            <Link to={listOf(row, 'approved')} className="relative z-10 block hover:underline">
              {money(row.approvedAmount)}
              <span className="sr-only"> {t('openReceived', { name: nameOf(row.key) })}</span>
            </Link>
          ) : (
            <span className="block">{money(row.approvedAmount)}</span>
          )}
          <span className="block text-xs font-normal text-ink-faint">
            {row.created === 0 ? (
              t('rateBefore', { rate: money(pastOf(row)?.approvedAmount ?? 0) })
            ) : (
              <Change
                isShort
                now={row.approvedAmount}
                before={ofPast(before, () => pastOf(row)?.approvedAmount ?? 0)}
              />
            )}
          </span>
        </span>
      ),
    },
  ]
  if (failure !== null) return <FailedPanel title={title} query={query} />
  return (
    <Panel title={title} flush>
      {query.data ? (
        <DataTable
          caption={title}
          columns={columns}
          rows={withThoseBefore(query.data.data, before).toSorted(
            (one, other) => other.approvedAmount - one.approvedAmount,
          )}
          rowKey={({ key }) => key}
          rowLink={(row) => ({ to: listOf(row, 'created'), label: t('open', { name: nameOf(row.key) }) })}
        />
      ) : (
        <Skeleton className="m-6 h-14" />
      )}
      <Unread query={read.query} />
    </Panel>
  )
}
