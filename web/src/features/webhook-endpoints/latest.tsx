import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { Unread } from '../../ui/unread.tsx'
import { webhookQueries } from '../webhooks/queries.ts'
import { StateBadge } from '../webhooks/state-badge.tsx'

/** What was last sent to an endpoint, tests too; each leads to its requests. */
export function LatestDeliveries({ endpointId }: { endpointId: string }) {
  const { t } = useTranslation('endpoints')
  const latest = useQuery(webhookQueries.latestOf(endpointId))
  const all = `/webhook-deliveries?endpointId=${endpointId}`
  return (
    <section aria-label={t('detail.latest')}>
      <h3 className="mb-2 font-semibold">{t('detail.latest')}</h3>
      <Unread query={latest} waiting={<Skeleton className="h-10" />} />
      {latest.data?.data.length === 0 && <p className="text-ink-faint">{t('detail.noDelivery')}</p>}
      <ul className="divide-y divide-line">
        {latest.data?.data.map(({ id, state, attempts, eventType, lastStatus, createdAt }) => (
          <li key={id} className="relative flex flex-wrap items-center gap-x-3 gap-y-1 py-2 hover:bg-hover">
            <StateBadge state={state} attempts={attempts} />
            <Link
              to={`${all}&open=${id}`}
              className="font-mono text-[0.8125rem] underline-offset-4 after:absolute after:inset-0 hover:underline"
            >
              {eventType}
            </Link>
            <span className="figures ml-auto text-[0.8125rem] text-ink-soft">{lastStatus}</span>
            <span className="text-[0.8125rem] text-ink-soft">
              <RelativeTime at={createdAt} />
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-2">
        <Link to={all} className="text-accent-ink underline underline-offset-4">
          {t('detail.deliveries')}
        </Link>
      </p>
    </section>
  )
}
