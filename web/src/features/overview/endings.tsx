import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Ending } from '../../../../domain/ending.ts'
import type { ChargeTotals } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { readFilters, toQuery } from '../charges/filters.ts'
import { chargeQueries } from '../charges/queries.ts'
import { addressOf } from './period.ts'

interface Row {
  ending: Ending
  count: number
  amount: number
}

/** Why charges were not paid: refused, out of time, or cancelled; nothing where all were, or there are too many to count. */
export function Endings() {
  const { t } = useTranslation(['overview', 'common'])
  const { money, number } = useFormat()
  const [search] = useAddress()
  const all = addressOf(search, { figure: 'rejected' })
  const query = toQuery(readFilters(new URLSearchParams(all.slice(all.indexOf('?')))), new Date())
  const totals = useQuery(chargeQueries.totals(query))
  const rows = totals.data?.isComplete ? rowsOf(totals.data.data) : []
  if (rows.length === 0) return null
  const columns: readonly Column<Row>[] = [
    {
      id: 'ending',
      header: t('ending'),
      card: 'lead',
      cell: ({ ending }) => <span className="font-medium">{t(`common:ending.${ending}`)}</span>,
    },
    { id: 'count', header: t('created'), align: 'end', card: 'line', cell: ({ count }) => number(count) },
    { id: 'amount', header: t('notReceived'), align: 'end', card: 'aside', cell: ({ amount }) => money(amount) },
  ]
  return (
    <Panel title={t('byEnding')} flush>
      <DataTable
        caption={t('byEnding')}
        columns={columns}
        rows={rows}
        rowKey={({ ending }) => ending}
        rowLink={({ ending }) => ({
          to: addressOf(search, { figure: 'rejected', ending }),
          label: t('open', { name: t(`common:ending.${ending}`) }),
        })}
      />
    </Panel>
  )
}

/** Those of each ending, whether or not a person must look; the most frequent first. */
function rowsOf(parts: ChargeTotals['data']): Row[] {
  const rows = Map.groupBy(
    parts.flatMap(({ ending, ...part }) => (ending ? [{ ending, ...part }] : [])),
    ({ ending }) => ending,
  )
  const sum = (some: readonly Row[], name: 'count' | 'amount') => some.reduce((total, row) => total + row[name], 0)
  return [...rows]
    .map(([ending, some]) => ({ ending, count: sum(some, 'count'), amount: sum(some, 'amount') }))
    .toSorted((one, other) => other.count - one.count)
}
