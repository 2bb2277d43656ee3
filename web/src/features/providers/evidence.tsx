import { useTranslation } from 'react-i18next'
import type { Provider } from '../../api/contract.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'

const TONES = {
  documentation: 'success',
  clients: 'info',
  specification: 'pending',
} as const satisfies Record<Provider['evidence'], Tone>

/** Where our knowledge of the provider's wire format comes from. */
export function EvidenceBadge({ evidence }: Pick<Provider, 'evidence'>) {
  const { t } = useTranslation('providers')
  return (
    <span title={t(`evidenceHint.${evidence}`)}>
      <Badge tone={TONES[evidence]}>{t(`evidence.${evidence}`)}</Badge>
    </span>
  )
}
