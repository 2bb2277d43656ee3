/** How an account does, in words. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AccountHealth, ProviderAccount } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { providerQueries } from './queries.ts'

/** Fewer of its charges taken than this are worth a look. */
const GOOD_RATE = 0.9
/** Of fewer charges the rate says nothing of the account. */
const FEWEST_RATED = 20

const STATES = {
  paused: 'pending',
  failing: 'danger',
  recovering: 'warning',
  quiet: 'pending',
  few: 'pending',
  poor: 'warning',
  good: 'success',
} as const satisfies Record<string, Tone>

export type HealthState = keyof typeof STATES

export function healthState(enabled: boolean, { breaker, successRate, rated }: AccountHealth): HealthState {
  if (!enabled) return 'paused'
  if (breaker === 'open') return 'failing'
  if (breaker === 'halfOpen') return 'recovering'
  if (successRate === null) return 'quiet'
  if (rated < FEWEST_RATED) return 'few'
  return successRate < GOOD_RATE ? 'poor' : 'good'
}

export function HealthText({ account: { id, enabled } }: { account: ProviderAccount }) {
  const { t } = useTranslation('providers')
  const { percent } = useFormat()
  const { data, isPending } = useQuery(providerQueries.health(id))
  if (isPending) return <Skeleton className="inline-block w-16" />
  if (!data) return <span className="text-ink-faint">—</span>
  const state = healthState(enabled, data)
  const facts = [
    ...(data.successRate === null || data.rated < FEWEST_RATED
      ? []
      : [t('health.rate', { rate: percent(data.successRate) })]),
    ...(data.waiting > 0 ? [t('health.waiting', { count: data.waiting })] : []),
  ]
  return (
    <span className="grid justify-items-start gap-0.5 max-md:justify-items-end">
      <span title={t(`health.${state}.text`)}>
        <Badge tone={STATES[state]}>{t(`health.${state}.short`)}</Badge>
      </span>
      {facts.length > 0 && <span className="figures text-xs text-ink-soft">{facts.join(' · ')}</span>}
    </span>
  )
}
