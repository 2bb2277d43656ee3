import { Hourglass } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isOpenDispute } from '../../../../domain/dispute.ts'
import type { Dispute } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { useServerNow } from '../../ui/clock.ts'

const DAY_MS = 86_400_000
/** A deadline within this time counts as near, and within a day as urgent. */
const NEAR_MS = 3 * DAY_MS
const HOUR_MS = DAY_MS / 24
const MINUTE_MS = HOUR_MS / 60

/** How long evidence is still taken; of one that is over only the day. */
export function Deadline({ dispute: { state, dueAt } }: { dispute: Pick<Dispute, 'state' | 'dueAt'> }) {
  const { t } = useTranslation('disputes')
  const { exact, exactly } = useFormat()
  const now = useServerNow(MINUTE_MS)
  if (dueAt === null) return <span className="text-ink-faint">—</span>
  const left = Date.parse(dueAt) - now
  if (!isOpenDispute(state))
    return (
      <time dateTime={dueAt} className="figures text-ink-soft">
        {exact(dueAt)}
      </time>
    )
  return (
    <time dateTime={dueAt} title={exactly(dueAt)}>
      <Badge tone={toneOf(left)} icon={Hourglass}>
        {wordsOf(left, t)}
      </Badge>
    </time>
  )
}

function toneOf(left: number): Tone {
  if (left < DAY_MS) return 'danger'
  return left < NEAR_MS ? 'warning' : 'info'
}

function wordsOf(left: number, t: ReturnType<typeof useTranslation<'disputes'>>['t']): string {
  if (left <= 0) return t('deadline.over')
  if (left >= DAY_MS) return t('deadline.days', { count: Math.floor(left / DAY_MS) })
  if (left >= HOUR_MS) return t('deadline.hours', { count: Math.floor(left / HOUR_MS) })
  return t('deadline.minutes', { count: Math.max(1, Math.floor(left / MINUTE_MS)) })
}
