import { useQuery } from '@tanstack/react-query'
import { Clock, Dot, MessageCircleReply, Search, Send, Unplug, UserRoundCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { untilNextReading } from '../../../../domain/poll-rhythm.ts'
import type { DisbursementEvent, DisbursementEventType, DisbursementKind, Withdrawal } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { useNow } from '../../ui/clock.ts'
import { TimelineNext } from '../../ui/timeline-item.tsx'
import { History } from '../history/history.tsx'
import { COMMON_LOOKS, type EventLook } from '../history/looks.ts'
import { canRead } from '../providers/askable.ts'
import { useProviderName } from '../providers/use-provider-name.ts'
import { useProviderOf } from '../providers/use-provider-of.ts'
import { changeOf, madeAtOf, nextOf } from './next.ts'
import { disbursementQueries } from './queries.ts'
import { DISBURSEMENT_LOOKS } from './status.tsx'

const LOOKS = {
  ...COMMON_LOOKS,
  sent: { icon: Send, tone: 'pending' },
  answered: { icon: MessageCircleReply, tone: 'info' },
  turnedAway: { icon: Unplug, tone: 'warning' },
  heldBack: { icon: Clock, tone: 'pending' },
  eventIgnored: { icon: Dot, tone: 'pending' },
  lookedUp: { icon: Search, tone: 'info' },
  operatorApproved: { icon: UserRoundCheck, tone: 'success' },
} as const satisfies Record<DisbursementEventType, EventLook>

interface Described extends Pick<Withdrawal, 'id' | 'status' | 'needsAttention' | 'approvedAt' | 'provider'> {
  approval?: Withdrawal['approval']
}

interface DisbursementTimelineProps {
  kind: DisbursementKind
  disbursement: Described
  /** Why it was refused, as the page says above. */
  refusal?: string | undefined
}

export function DisbursementTimeline({ kind, disbursement, refusal }: DisbursementTimelineProps) {
  const { t } = useTranslation(['disbursements', 'timeline'])
  const providerName = useProviderName()
  const events = useQuery(disbursementQueries.events(kind, disbursement.id))
  return (
    <History
      events={events}
      look={({ type, to }) => (type === 'statusChanged' && to ? DISBURSEMENT_LOOKS[to] : LOOKS[type])}
      sentence={({ type, from, to, cause, provider }) =>
        type === 'statusChanged'
          ? t(changeOf(kind, { from, to }))
          : t(`event.${type === 'lookedUp' && cause !== 'poll' ? 'toldOf' : type}`, {
              provider: provider ? providerName(provider) : t('timeline:theProvider'),
            })
      }
      said={refusal}
      next={<NextLine kind={kind} disbursement={disbursement} events={events.data?.data ?? []} />}
    />
  )
}

interface NextLineProps {
  kind: DisbursementKind
  disbursement: Described
  events: readonly DisbursementEvent[]
}

/** What comes next, and when. */
function NextLine({ kind, disbursement, events }: NextLineProps) {
  const { t } = useTranslation(['disbursements', 'timeline'])
  const { span, moment } = useFormat()
  const now = useNow(1_000)
  const provider = useProviderOf()(disbursement.provider)
  const madeAt = madeAtOf(events)
  const { approval } = disbursement
  return (
    <TimelineNext>
      {t(nextOf(kind, disbursement, { madeAt, canRead: provider === undefined || canRead(kind, provider) }), {
        span: madeAt && span(untilNextReading(now - Date.parse(madeAt))),
        due: approval && moment(approval.dueAt, now),
      })}
    </TimelineNext>
  )
}
