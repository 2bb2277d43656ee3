/** The outcome of each decision of a bulk operation. */
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { VoidReason } from '../../../../domain/decision.ts'
import type { WaitingItem } from '../../api/contract.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useWhat } from './item.tsx'
import { pageOf } from './model.ts'

export type Outcome =
  | { state: 'sending' | 'asking' | 'carriedOut' | 'unheard' | 'unknown' }
  | { state: 'void'; why: VoidReason | undefined }
  | { state: 'refused'; detail: string | undefined }

export interface Decided {
  item: WaitingItem
  outcome: Outcome
}

const TONES = {
  sending: 'pending',
  asking: 'pending',
  carriedOut: 'success',
  unheard: 'info',
  unknown: 'warning',
  void: 'warning',
  refused: 'danger',
} as const satisfies Record<Outcome['state'], Tone>

export function Outcomes({ decided, onClose }: { decided: readonly Decided[]; onClose: () => void }) {
  const { t } = useTranslation(['attention', 'common'])
  if (decided.length === 0) return null
  return (
    <Panel
      flush
      className="mb-4"
      title={t('outcomes.title')}
      aside={<Button onClick={onClose}>{t('outcomes.close')}</Button>}
    >
      <ul aria-label={t('outcomes.title')} aria-live="polite" className="divide-y divide-line">
        {decided.map(({ item, outcome }) => (
          <OutcomeRow key={item.id} item={item} outcome={outcome} />
        ))}
      </ul>
    </Panel>
  )
}

function OutcomeRow({ item, outcome }: Decided) {
  const { t } = useTranslation('attention')
  const what = useWhat()
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 md:px-6">
      <Link
        to={pageOf(item)}
        className="figures min-w-0 grow font-medium [overflow-wrap:anywhere] hover:underline max-md:w-full"
      >
        {what(item)}
      </Link>
      <span className="text-[0.8125rem] text-ink-soft [overflow-wrap:anywhere]">
        <Why outcome={outcome} />
      </span>
      <Badge tone={TONES[outcome.state]}>{t(`outcomes.${outcome.state}`)}</Badge>
    </li>
  )
}

function Why({ outcome }: { outcome: Outcome }) {
  const { t } = useTranslation('timeline')
  switch (outcome.state) {
    case 'void':
      return outcome.why && t(`void.${outcome.why}`)
    case 'refused':
      return outcome.detail
    case 'sending':
    case 'asking':
    case 'carriedOut':
    case 'unheard':
    case 'unknown':
      return null
  }
}
