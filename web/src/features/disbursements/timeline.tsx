import { useQuery } from '@tanstack/react-query'
import { Clock, Dot, MessageCircleReply, Search, Send, Unplug, UserRoundCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { DisbursementEventType, DisbursementKind, Withdrawal } from '../../api/contract.ts'
import { TimelineNext } from '../../ui/timeline-item.tsx'
import { History } from '../history/history.tsx'
import { COMMON_LOOKS, type EventLook } from '../history/looks.ts'
import { useProviderName } from '../providers/use-provider-name.ts'
import { changeOf, nextOf } from './next.ts'
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

interface DisbursementTimelineProps {
  kind: DisbursementKind
  disbursement: Pick<Withdrawal, 'id' | 'status' | 'needsAttention' | 'approvedAt'> & {
    approval?: Withdrawal['approval']
  }
  /** Why it was refused, as the page says above. */
  refusal?: string | undefined
}

export function DisbursementTimeline({ kind, disbursement, refusal }: DisbursementTimelineProps) {
  const { t } = useTranslation(['disbursements', 'timeline'])
  const providerName = useProviderName()
  return (
    <History
      events={useQuery(disbursementQueries.events(kind, disbursement.id))}
      look={({ type, to }) => (type === 'statusChanged' && to ? DISBURSEMENT_LOOKS[to] : LOOKS[type])}
      sentence={({ type, from, to, cause, provider }) =>
        type === 'statusChanged'
          ? t(changeOf(kind, { from, to }))
          : t(`event.${type === 'lookedUp' && cause !== 'poll' ? 'toldOf' : type}`, {
              provider: provider ? providerName(provider) : t('timeline:theProvider'),
            })
      }
      said={refusal}
      next={<TimelineNext>{t(nextOf(kind, disbursement))}</TimelineNext>}
    />
  )
}
