import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { UnpaidReason } from '../../../../domain/refusal.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailedPanel } from '../../ui/failed-panel.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Days } from '../../ui/period.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useFirstFailure } from '../../ui/unread.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { addressOf } from './period.ts'
import { analyticsQueries } from './queries.ts'
import { partOf } from './scale.ts'
import { useOverviewMoney } from './use-currency.ts'

/** Why charges were not paid, the most frequent first; nothing where all were. */
export function Reasons({ days }: { days: Days }) {
  const { t } = useTranslation('overview')
  const { number, percent } = useFormat()
  const { currency, money } = useOverviewMoney()
  const [search] = useAddress()
  const reasons = useQuery(analyticsQueries.by('reason', days, currency))
  const failure = useFirstFailure(reasons)
  if (failure !== null) return <FailedPanel title={t('byReason')} query={reasons} />
  const { data } = reasons
  if (!data) return <Skeleton className="h-40 rounded-xl" />
  const all = data.total.rejected
  if (all === 0) return null
  return (
    <Panel
      flush
      title={t('byReason')}
      aside={
        <span className="figures text-xs text-ink-faint">
          {t('ofDecided', { rate: percent(all / (data.total.approved + all)) })}
        </span>
      }
    >
      <ul className="py-2">
        {data.data
          .toSorted((one, other) => other.rejected - one.rejected)
          .map(({ key, rejected, rejectedAmount }) => (
            <li key={key} className="relative px-4 py-2 hover:bg-sunken md:px-6">
              <div className="flex items-baseline justify-between gap-4">
                <Link
                  to={addressOf(search, { figure: 'rejected', reason: key as UnpaidReason })}
                  className="min-w-0 font-medium after:absolute after:inset-0"
                >
                  {t(`reason.${key as UnpaidReason}`)}
                </Link>
                <span className="figures shrink-0 text-[0.8125rem] text-ink-soft">
                  {number(rejected)} · {money(rejectedAmount)}
                </span>
              </div>
              <div aria-hidden className="mt-1.5 h-1 rounded-full bg-hover">
                <div className="h-1 rounded-full bg-danger-line" style={{ width: partOf(rejected, all) }} />
              </div>
            </li>
          ))}
      </ul>
    </Panel>
  )
}
