import { Ban, CircleCheck, CircleX, Clock, ClockAlert, type LucideIcon, ShieldAlert, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Ending } from '../../../../domain/ending.ts'
import type { ChargeStatus } from '../../api/contract.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { statusLabel } from './status-label.ts'

export const STATUS_LOOKS = {
  PENDING: { tone: 'pending', icon: Clock },
  APPROVED: { tone: 'success', icon: CircleCheck },
  REJECTED: { tone: 'danger', icon: CircleX },
  REFUNDED: { tone: 'info', icon: Undo2 },
  CHARGEBACK: { tone: 'danger', icon: ShieldAlert },
} as const satisfies Record<ChargeStatus, { tone: Tone; icon: LucideIcon }>

const ENDING_LOOKS = {
  refused: STATUS_LOOKS.REJECTED,
  expired: { tone: 'pending', icon: ClockAlert },
  canceled: { tone: 'pending', icon: Ban },
} as const satisfies Record<Ending, { tone: Tone; icon: LucideIcon }>

interface StatusBadgeProps {
  status: ChargeStatus
  ending?: Ending | null
  large?: boolean
}

export function StatusBadge({ status, ending = null, large = false }: StatusBadgeProps) {
  const { t } = useTranslation(['common'])
  const { tone, icon } = ending ? ENDING_LOOKS[ending] : STATUS_LOOKS[status]
  return (
    <Badge tone={tone} icon={icon} large={large}>
      {statusLabel(t, { status, ending })}
    </Badge>
  )
}
