import { Ban, CircleCheck, CircleX, Clock, type LucideIcon, UserRoundSearch } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { defined } from '../../../../domain/defined.ts'
import type { PayoutStatus, Withdrawal } from '../../api/contract.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { awaitsApproval } from './decisions.ts'

export const PAYOUT_LOOKS = {
  PENDING: { tone: 'pending', icon: Clock },
  APPROVED: { tone: 'success', icon: CircleCheck },
  REJECTED: { tone: 'danger', icon: CircleX },
  CANCELED: { tone: 'pending', icon: Ban },
} as const satisfies Record<PayoutStatus, { tone: Tone; icon: LucideIcon }>

interface PayoutBadgeProps {
  status: PayoutStatus
  approval?: Withdrawal['approval']
  large?: boolean
}

export function PayoutBadge({ status, approval, large = false }: PayoutBadgeProps) {
  const { t } = useTranslation('payouts')
  if (awaitsApproval({ status, ...defined({ approval }) })) {
    return (
      <Badge tone="warning" icon={UserRoundSearch} large={large}>
        {t('approval.badge')}
      </Badge>
    )
  }
  const { tone, icon } = PAYOUT_LOOKS[status]
  return (
    <Badge tone={tone} icon={icon} large={large}>
      {t(`status.${status}`)}
    </Badge>
  )
}
