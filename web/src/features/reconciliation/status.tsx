import { CircleAlert, CircleCheck, type LucideIcon, UserCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ItemState } from '../../api/contract.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

const LOOKS = {
  open: { tone: 'warning', icon: CircleAlert },
  resolvedAutomatically: { tone: 'success', icon: CircleCheck },
  resolvedByHand: { tone: 'pending', icon: UserCheck },
} as const satisfies Record<ItemState, { tone: Tone; icon: LucideIcon }>

export function ItemBadge({ state }: { state: ItemState }) {
  const { t } = useTranslation('reconciliation')
  const { tone, icon } = LOOKS[state]
  return (
    <Badge tone={tone} icon={icon}>
      {t(`state.${state}`)}
    </Badge>
  )
}
