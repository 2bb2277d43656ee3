import { CircleCheck, CircleX, type LucideIcon, Scale } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { DisputeState } from '../../api/contract.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

const LOOKS = {
  OPEN: { tone: 'warning', icon: Scale },
  WON: { tone: 'success', icon: CircleCheck },
  LOST: { tone: 'danger', icon: CircleX },
} as const satisfies Record<DisputeState, { tone: Tone; icon: LucideIcon }>

export function DisputeBadge({ state, large = false }: { state: DisputeState; large?: boolean }) {
  const { t } = useTranslation('disputes')
  const { tone, icon } = LOOKS[state]
  return (
    <Badge tone={tone} icon={icon} large={large}>
      {t(`state.${state}`)}
    </Badge>
  )
}
