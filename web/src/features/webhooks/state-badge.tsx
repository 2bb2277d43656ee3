import { CircleCheck, CircleMinus, CircleX, Clock, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { WebhookEvent } from '../../api/contract.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

export const STATE_LOOKS = {
  pending: { tone: 'pending', icon: Clock },
  delivered: { tone: 'success', icon: CircleCheck },
  ignored: { tone: 'info', icon: CircleMinus },
  failed: { tone: 'danger', icon: CircleX },
} as const satisfies Record<WebhookEvent['state'], { tone: Tone; icon: LucideIcon }>

export function StateBadge({ state }: { state: WebhookEvent['state'] }) {
  const { t } = useTranslation('webhooks')
  return <Badge {...STATE_LOOKS[state]}>{t(`states.${state}`)}</Badge>
}
