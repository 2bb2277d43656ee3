import { useInfiniteQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReconciliationSummary } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Column } from '../../ui/data-table.tsx'
import { PagedTable, rowsOf } from '../../ui/paged-table.tsx'
import { reconciliationQueries } from './queries.ts'

/** What each day came to: one line per day, once it is over. */
export function Summaries() {
  const { t } = useTranslation('reconciliation')
  const format = useFormat()
  const titleId = useId()
  const summaries = useInfiniteQuery(reconciliationQueries.summaries())
  if (rowsOf<ReconciliationSummary>(summaries).length === 0) return null
  return (
    <section aria-labelledby={titleId} className="mt-8">
      <h2 id={titleId} className="mb-3 text-base font-semibold">
        {t('summary.title')}
      </h2>
      <PagedTable<ReconciliationSummary>
        query={summaries}
        empty={null}
        caption={t('summary.title')}
        columns={columns(t, format)}
        rowKey={({ id }) => id}
      />
    </section>
  )
}

function columns(
  t: TFunction<'reconciliation'>,
  { money, number, day: dayName }: ReturnType<typeof useFormat>,
): readonly Column<ReconciliationSummary>[] {
  const figure = (count: number) => <span className="figures">{number(count)}</span>
  return [
    {
      id: 'day',
      header: t('summary.day'),
      card: 'lead',
      className: 'font-medium',
      cell: ({ day }) => <time dateTime={day}>{dayName(day)}</time>,
    },
    {
      id: 'compared',
      header: t('summary.compared'),
      align: 'end',
      cell: ({ compared }) => (compared === null ? '—' : figure(compared)),
    },
    { id: 'found', header: t('summary.found'), align: 'end', cell: ({ found }) => figure(found) },
    {
      id: 'resolved',
      header: t('summary.resolved'),
      align: 'end',
      cell: ({ resolved }) => figure(resolved),
    },
    { id: 'open', header: t('summary.open'), align: 'end', cell: ({ open }) => figure(open) },
    {
      id: 'amount',
      header: t('summary.openAmount'),
      align: 'end',
      cell: ({ amounts }) => (
        <span className="figures">
          {amounts.length === 0
            ? money(0)
            : amounts.map(({ currency, openAmount }) => money(openAmount, currency)).join(' · ')}
        </span>
      ),
    },
  ]
}
