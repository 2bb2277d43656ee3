import { CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ReceiverStatus } from '../../api/contract.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

export const RECEIVER_LOOKS = {
  PENDING: { tone: 'pending', icon: Clock },
  ACTIVE: { tone: 'success', icon: CircleCheck },
  REJECTED: { tone: 'danger', icon: CircleX },
} as const satisfies Record<ReceiverStatus, { tone: Tone; icon: LucideIcon }>

export function ReceiverBadge({ status, large = false }: { status: ReceiverStatus; large?: boolean }) {
  const { t } = useTranslation('receivers')
  const { tone, icon } = RECEIVER_LOOKS[status]
  return (
    <Badge tone={tone} icon={icon} large={large}>
      {t(`status.${status}`)}
    </Badge>
  )
}
