import { BadgeAlert, Ban, CircleX, Dot, type LucideIcon, Plus, Unplug, UserRoundCheck } from 'lucide-react'
import type { Tone } from '../../ui/badge.tsx'

export interface EventLook {
  icon: LucideIcon
  tone: Tone
}

/** What can happen to a refund, a withdrawal and a receiver alike. */
export const COMMON_LOOKS = {
  requested: { icon: Plus, tone: 'pending' },
  refused: { icon: CircleX, tone: 'danger' },
  unknownOutcome: { icon: Unplug, tone: 'warning' },
  needsAttention: { icon: BadgeAlert, tone: 'warning' },
  statusChanged: { icon: Dot, tone: 'pending' },
  operatorRetried: { icon: UserRoundCheck, tone: 'info' },
  operatorResolved: { icon: UserRoundCheck, tone: 'info' },
  operatorCanceled: { icon: Ban, tone: 'info' },
  decisionVoid: { icon: CircleX, tone: 'warning' },
} as const satisfies Record<string, EventLook>
