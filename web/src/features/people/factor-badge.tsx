import { useTranslation } from 'react-i18next'
import type { User } from '../../api/contract.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

const TONES = { on: 'success', off: 'pending', needed: 'warning' } as const satisfies Record<User['secondFactor'], Tone>

/** Whether a user has a second factor, or lacks the one that the platform asks for. */
export function FactorBadge({ state }: { state: User['secondFactor'] }) {
  const { t } = useTranslation('people')
  return <Badge tone={TONES[state]}>{t(`factor.${state}`)}</Badge>
}
