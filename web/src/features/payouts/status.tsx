import { Ban, CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { PayoutStatus } from '../../api/contract.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

export const PAYOUT_LOOKS = {
  PENDING: { tone: 'pending', icon: Clock },
  APPROVED: { tone: 'success', icon: CircleCheck },
  REJECTED: { tone: 'danger', icon: CircleX },
  CANCELED: { tone: 'pending', icon: Ban },
} as const satisfies Record<PayoutStatus, { tone: Tone; icon: LucideIcon }>

export function PayoutBadge({ status, large = false }: { status: PayoutStatus; large?: boolean }) {
  const { t } = useTranslation('payouts')
  const { tone, icon } = PAYOUT_LOOKS[status]
  return (
    <Badge tone={tone} icon={icon} large={large}>
      {t(`status.${status}`)}
    </Badge>
  )
}
