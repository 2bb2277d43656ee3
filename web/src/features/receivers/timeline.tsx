import { useQuery } from '@tanstack/react-query'
import { MessageCircleReply } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { isReceiverSettled } from '../../../../domain/receiver.ts'
import type { Receiver, ReceiverEventType } from '../../api/contract.ts'
import { TimelineNext } from '../../ui/timeline-item.tsx'
import { History } from '../history/history.tsx'
import { COMMON_LOOKS, type EventLook } from '../history/looks.ts'
import { receiverQueries } from './queries.ts'
import { RECEIVER_LOOKS } from './status.tsx'

const LOOKS = {
  ...COMMON_LOOKS,
  created: { icon: MessageCircleReply, tone: 'info' },
} as const satisfies Record<ReceiverEventType, EventLook>

export function ReceiverTimeline({ receiver, provider }: { receiver: Receiver; provider: string }) {
  const { t } = useTranslation('receivers')
  const { id } = receiver
  return (
    <History
      events={useQuery(receiverQueries.events(id))}
      look={({ type, to }) => (type === 'statusChanged' && to ? RECEIVER_LOOKS[to] : LOOKS[type])}
      sentence={({ type, to }) =>
        type === 'statusChanged' ? t(`status.${to ?? 'PENDING'}`) : t(`event.${type}`, { provider })
      }
      next={<TimelineNext>{t(`next.${nextOf(receiver)}`, { provider })}</TimelineNext>}
    />
  )
}

function nextOf({ needsAttention, status, receiverId }: Receiver) {
  if (needsAttention) return 'decision'
  return receiverId === null && !isReceiverSettled(status) ? 'opening' : status
}
