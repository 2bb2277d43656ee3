import { useQuery } from '@tanstack/react-query'
import {
  BadgeAlert,
  Ban,
  CircleX,
  Dot,
  type LucideIcon,
  MessageCircleReply,
  Plus,
  Search,
  Send,
  Unplug,
  UserRoundCheck,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { PayoutEvent, PayoutEventType, PayoutKind, PayoutStatus } from '../../api/contract.ts'
import type { Tone } from '../../ui/badge.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { TimelineItem, TimelineNext } from '../../ui/timeline-item.tsx'
import { voidNotes } from '../decisions/void-notes.ts'
import { useProviderName } from '../providers/use-provider-name.ts'
import { payoutQueries } from './queries.ts'
import { PAYOUT_LOOKS } from './status.tsx'

const LOOKS = {
  requested: { icon: Plus, tone: 'pending' },
  sent: { icon: Send, tone: 'pending' },
  answered: { icon: MessageCircleReply, tone: 'info' },
  refused: { icon: CircleX, tone: 'danger' },
  unknownOutcome: { icon: Unplug, tone: 'warning' },
  lookedUp: { icon: Search, tone: 'info' },
  needsAttention: { icon: BadgeAlert, tone: 'warning' },
  statusChanged: { icon: Dot, tone: 'pending' },
  operatorRetried: { icon: UserRoundCheck, tone: 'info' },
  operatorResolved: { icon: UserRoundCheck, tone: 'info' },
  operatorCanceled: { icon: Ban, tone: 'info' },
  decisionVoid: { icon: CircleX, tone: 'warning' },
} as const satisfies Record<PayoutEventType, { icon: LucideIcon; tone: Tone }>

interface PayoutTimelineProps {
  kind: PayoutKind
  payout: { id: string; status: PayoutStatus; needsAttention: boolean }
}

export function PayoutTimeline({ kind, payout }: PayoutTimelineProps) {
  const { t } = useTranslation(['payouts', 'charges', 'common'])
  const events = useQuery(payoutQueries.events(kind, payout.id))
  const next = payout.needsAttention ? 'decision' : payout.status
  return (
    <Panel title={t('charges:detail.timeline')}>
      {events.isPending && <Skeleton className="w-1/3" />}
      {events.isError && <ErrorState error={events.error} onRetry={() => void events.refetch()} />}
      {events.isSuccess && (
        <ol className="grid gap-6">
          {events.data.data.map((event) => (
            <Entry key={event.id} event={event} />
          ))}
          <TimelineNext>{t(`next.${kind}.${next}`)}</TimelineNext>
        </ol>
      )}
    </Panel>
  )
}

function Entry({ event }: { event: PayoutEvent }) {
  const { t } = useTranslation(['payouts', 'timeline'])
  const providerName = useProviderName()
  const { icon, tone } = event.type === 'statusChanged' && event.to ? PAYOUT_LOOKS[event.to] : LOOKS[event.type]
  const provider = event.provider ? providerName(event.provider) : t('timeline:theProvider')
  const sentence =
    event.type === 'statusChanged' ? t(`changed.${event.to ?? 'PENDING'}`) : t(`event.${event.type}`, { provider })
  return <TimelineItem icon={icon} tone={tone} at={event.at} sentence={sentence} notes={notesOf(t, event)} />
}

function notesOf(
  t: ReturnType<typeof useTranslation<['payouts', 'timeline']>>['t'],
  { type, cause, detail }: PayoutEvent,
) {
  return [
    ...(type === 'statusChanged' ? [t(`timeline:cause.${cause}`)] : []),
    ...voidNotes(detail, (why) => t(`timeline:void.${why}`)),
    ...(typeof detail?.by === 'string' ? [t('timeline:by', { who: detail.by })] : []),
    ...(typeof detail?.rawStatus === 'string' ? [t('timeline:providerWord', { word: detail.rawStatus })] : []),
    ...(typeof detail?.message === 'string' ? [detail.message] : []),
  ]
}
