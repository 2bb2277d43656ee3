import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format.ts'
import { useServerNow } from '../../ui/clock.ts'
import { listTotals } from '../lists/queries.ts'
import { reconciliationQueries } from './queries.ts'

/** The platform's last comparison of all accounts that was asked for, and what has been found since. */
export function LastRun() {
  const { t } = useTranslation('reconciliation')
  const { relative, counted } = useFormat()
  const now = useServerNow(20_000)
  const { data: run } = useQuery(reconciliationQueries.lastRun())
  const found = useQuery({
    ...listTotals('/v1/reconciliation/items', { createdFrom: run?.at }, 'kind'),
    enabled: !!run,
  })
  if (!run) return null
  return (
    <p role="status" className="figures mb-4 text-[0.8125rem] text-ink-soft">
      {t('lastRun.asked', { count: run.readings, when: relative(run.at, now), by: run.by })}{' '}
      {found.data && t('lastRun.found', { count: found.data.total.count, counted: counted(found.data.total) })}
    </p>
  )
}
