import { useQuery } from '@tanstack/react-query'
import { Dot, MessageCircleReply, Search, Send, UserRoundCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { PayoutEventType, PayoutKind, PayoutStatus, Withdrawal } from '../../api/contract.ts'
import { TimelineNext } from '../../ui/timeline-item.tsx'
import { History } from '../history/history.tsx'
import { COMMON_LOOKS, type EventLook } from '../history/looks.ts'
import { useProviderName } from '../providers/use-provider-name.ts'
import { awaitsApproval } from './decisions.ts'
import { payoutQueries } from './queries.ts'
import { PAYOUT_LOOKS } from './status.tsx'

const LOOKS = {
  ...COMMON_LOOKS,
  sent: { icon: Send, tone: 'pending' },
  answered: { icon: MessageCircleReply, tone: 'info' },
  eventIgnored: { icon: Dot, tone: 'pending' },
  lookedUp: { icon: Search, tone: 'info' },
  operatorApproved: { icon: UserRoundCheck, tone: 'success' },
} as const satisfies Record<PayoutEventType, EventLook>

interface PayoutTimelineProps {
  kind: PayoutKind
  payout: { id: string; status: PayoutStatus; needsAttention: boolean; approval?: Withdrawal['approval'] }
}

export function PayoutTimeline({ kind, payout }: PayoutTimelineProps) {
  const { t } = useTranslation(['payouts', 'timeline'])
  const providerName = useProviderName()
  const awaited = awaitsApproval(payout)
  const next = payout.needsAttention ? 'decision' : payout.status
  return (
    <History
      events={useQuery(payoutQueries.events(kind, payout.id))}
      look={({ type, to }) => (type === 'statusChanged' && to ? PAYOUT_LOOKS[to] : LOOKS[type])}
      sentence={({ type, to, provider }) =>
        type === 'statusChanged'
          ? t(`changed.${to ?? 'PENDING'}`)
          : t(`event.${type}`, { provider: provider ? providerName(provider) : t('timeline:theProvider') })
      }
      next={<TimelineNext>{awaited ? t('approval.next') : t(`next.${kind}.${next}`)}</TimelineNext>}
    />
  )
}
