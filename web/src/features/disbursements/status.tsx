import { Ban, CircleCheck, CircleX, Clock, type LucideIcon, UserRoundSearch } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { defined } from '../../../../domain/defined.ts'
import type { DisbursementStatus, Withdrawal } from '../../api/contract.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { awaitsApproval } from './decisions.ts'

export const DISBURSEMENT_LOOKS = {
  PENDING: { tone: 'pending', icon: Clock },
  APPROVED: { tone: 'success', icon: CircleCheck },
  REJECTED: { tone: 'danger', icon: CircleX },
  CANCELED: { tone: 'pending', icon: Ban },
} as const satisfies Record<DisbursementStatus, { tone: Tone; icon: LucideIcon }>

interface DisbursementBadgeProps {
  status: DisbursementStatus
  approval?: Withdrawal['approval']
  large?: boolean
}

export function DisbursementBadge({ status, approval, large = false }: DisbursementBadgeProps) {
  const { t } = useTranslation('disbursements')
  if (awaitsApproval({ status, ...defined({ approval }) })) {
    return (
      <Badge tone="warning" icon={UserRoundSearch} large={large}>
        {t('approval.badge')}
      </Badge>
    )
  }
  const { tone, icon } = DISBURSEMENT_LOOKS[status]
  return (
    <Badge tone={tone} icon={icon} large={large}>
      {t(`status.${status}`)}
    </Badge>
  )
}
