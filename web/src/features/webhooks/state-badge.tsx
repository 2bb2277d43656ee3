import { CircleCheck, CircleMinus, CircleX, Clock, type LucideIcon, RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { deliveryWaits } from '../../../../domain/delivery.ts'
import type { WebhookEvent } from '../../api/contract.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

export const STATE_LOOKS = {
  pending: { tone: 'pending', icon: Clock },
  delivered: { tone: 'success', icon: CircleCheck },
  ignored: { tone: 'info', icon: CircleMinus },
  failed: { tone: 'danger', icon: CircleX },
} as const satisfies Record<WebhookEvent['state'], { tone: Tone; icon: LucideIcon }>

interface StateBadgeProps {
  state: WebhookEvent['state']
  /** Of a delivery: one that waits after a request has failed. */
  attempts?: number
}

export function StateBadge({ state, attempts = 0 }: StateBadgeProps) {
  const { t } = useTranslation('webhooks')
  if (deliveryWaits(state) && attempts > 0) {
    return (
      <Badge tone="warning" icon={RotateCw}>
        {t('retrying')}
      </Badge>
    )
  }
  return <Badge {...STATE_LOOKS[state]}>{t(`states.${state}`)}</Badge>
}
