import { useQuery } from '@tanstack/react-query'
import { ChevronRight, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useFormat } from '../../i18n/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { payoutQueries } from './queries.ts'

/** Refunds and withdrawals that wait for a person, oldest first; nothing where there are none. */
export function PayoutAttentionList() {
  const { t } = useTranslation('payouts')
  const { money } = useFormat()
  const { data, isError, error, refetch } = useQuery(payoutQueries.waiting())
  if (isError) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || data.length === 0) return null
  return (
    <Panel flush className="mb-4" title={t('waiting.title')}>
      <ul className="divide-y divide-line">
        {data.map(({ id, kind, to, amount, createdAt, attention }) => (
          <li key={id}>
            <Link to={to} className="flex items-center gap-3 px-4 py-3 hover:bg-sunken md:px-6">
              <TriangleAlert aria-hidden className="size-4 shrink-0 text-warning-ink" />
              <span className="min-w-0 grow">
                <span className="font-semibold">{t(`waiting.${kind}`, { amount: money(amount) })}</span>
                <span className="block text-[0.8125rem] text-ink-soft">{t(`attention.${attention ?? 'title'}`)}</span>
              </span>
              <span className="shrink-0 text-[0.8125rem] text-ink-soft">
                <RelativeTime at={createdAt} />
              </span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-faint" />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
