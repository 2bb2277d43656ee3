import { BadgeAlert, CircleCheck, CircleX, Clock, type LucideIcon, ShieldAlert, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ChargeStatus } from '../../api/contract.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

export const STATUS_LOOKS = {
  PENDING: { tone: 'pending', icon: Clock },
  APPROVED: { tone: 'success', icon: CircleCheck },
  REJECTED: { tone: 'danger', icon: CircleX },
  REFUNDED: { tone: 'info', icon: Undo2 },
  CHARGEBACK: { tone: 'danger', icon: ShieldAlert },
} as const satisfies Record<ChargeStatus, { tone: Tone; icon: LucideIcon }>

export function StatusBadge({ status, large = false }: { status: ChargeStatus; large?: boolean }) {
  const { t } = useTranslation('common')
  const { tone, icon } = STATUS_LOOKS[status]
  return (
    <Badge tone={tone} icon={icon} large={large}>
      {t(`status.${status}`)}
    </Badge>
  )
}

export function AttentionBadge() {
  const { t } = useTranslation('attention')
  return (
    <Badge tone="warning" icon={BadgeAlert}>
      {t('title')}
    </Badge>
  )
}
