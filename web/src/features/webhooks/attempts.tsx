import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Unread } from '../../ui/unread.tsx'
import { webhookQueries } from './queries.ts'

/** Every request of a delivery, the oldest first: when, what was answered, and how long that took. */
export function DeliveryAttempts({ id }: { id: string }) {
  const { t } = useTranslation('webhooks')
  const { exact } = useFormat()
  const attempts = useQuery(webhookQueries.attemptsOf(id))
  return (
    <section aria-label={t('detail.history')}>
      <h3 className="mb-2 font-semibold">{t('detail.history')}</h3>
      <Unread query={attempts} waiting={<Skeleton className="h-10" />} />
      {attempts.data?.data.length === 0 && <p className="text-ink-faint">{t('detail.noAttempt')}</p>}
      <ol className="divide-y divide-line">
        {attempts.data?.data.map(({ id, at, durationMs, delivered, status, error }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-[0.8125rem]">
            <Badge tone={delivered ? 'success' : 'danger'} icon={delivered ? CircleCheck : CircleX}>
              {status ?? t(delivered ? 'detail.kept' : 'detail.noAnswer')}
            </Badge>
            <time dateTime={at} className="figures text-ink-soft">
              {exact(at)}
            </time>
            <span className="figures text-ink-soft">{t('detail.took', { seconds: durationMs / 1000 })}</span>
            {error && <span className="basis-full text-ink-soft [overflow-wrap:anywhere]">{error}</span>}
          </li>
        ))}
      </ol>
    </section>
  )
}
