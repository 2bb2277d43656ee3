import { useQuery } from '@tanstack/react-query'
import {
  BadgeAlert,
  Ban,
  CircleX,
  Dot,
  type LucideIcon,
  MessageCircleReply,
  Plus,
  Unplug,
  UserRoundCheck,
} from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ReceiverEvent, ReceiverEventType } from '../../api/contract.ts'
import type { Tone } from '../../ui/badge.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { TimelineItem } from '../../ui/timeline-item.tsx'
import { voidNotes } from '../decisions/void-notes.ts'
import { receiverQueries } from './queries.ts'
import { RECEIVER_LOOKS } from './status.tsx'

const LOOKS = {
  requested: { icon: Plus, tone: 'pending' },
  created: { icon: MessageCircleReply, tone: 'info' },
  refused: { icon: CircleX, tone: 'danger' },
  unknownOutcome: { icon: Unplug, tone: 'warning' },
  needsAttention: { icon: BadgeAlert, tone: 'warning' },
  statusChanged: { icon: Dot, tone: 'pending' },
  operatorRetried: { icon: UserRoundCheck, tone: 'info' },
  operatorResolved: { icon: UserRoundCheck, tone: 'info' },
  operatorCanceled: { icon: Ban, tone: 'info' },
  decisionVoid: { icon: CircleX, tone: 'warning' },
} as const satisfies Record<ReceiverEventType, { icon: LucideIcon; tone: Tone }>

export function ReceiverTimeline({ id, provider }: { id: string; provider: string }) {
  const { t } = useTranslation('charges')
  const events = useQuery(receiverQueries.events(id))
  return (
    <Panel title={t('detail.timeline')}>
      {events.isPending && <Skeleton className="w-1/3" />}
      {events.isError && <ErrorState error={events.error} onRetry={() => void events.refetch()} />}
      {events.isSuccess && (
        <ol className="grid gap-6">
          {events.data.data.map((event) => (
            <Entry key={event.id} event={event} provider={provider} />
          ))}
        </ol>
      )}
    </Panel>
  )
}

function Entry({ event, provider }: { event: ReceiverEvent; provider: string }) {
  const { t } = useTranslation(['receivers', 'timeline'])
  const { type, to, at, cause, detail } = event
  const { icon, tone } = type === 'statusChanged' && to ? RECEIVER_LOOKS[to] : LOOKS[type]
  const sentence = type === 'statusChanged' ? t(`status.${to ?? 'PENDING'}`) : t(`event.${type}`, { provider })
  const notes = [
    ...(type === 'statusChanged' ? [t(`timeline:cause.${cause}`)] : []),
    ...voidNotes(detail, (why) => t(`timeline:void.${why}`)),
    ...(typeof detail?.by === 'string' ? [t('timeline:by', { who: detail.by })] : []),
    ...(typeof detail?.message === 'string' ? [detail.message] : []),
  ]
  return <TimelineItem icon={icon} tone={tone} at={at} sentence={sentence} notes={notes} />
}
