import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Charge, OperatorAction } from '../../api/contract.ts'
import { ChargeActions } from './actions.tsx'

/** Why a person is asked, and what that person can do. */
export function AttentionBanner({ charge, actions }: { charge: Charge; actions: readonly OperatorAction[] }) {
  const { t } = useTranslation('charges')
  if (!charge.needsAttention) return null
  return (
    <section
      aria-labelledby="attention"
      className="mb-4 flex gap-4 rounded-xl border border-warning-line bg-warning-soft p-4 md:px-6 md:py-5"
    >
      <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warning-ink" />
      <div className="min-w-0 flex-1">
        <h2 id="attention" className="font-semibold text-warning-ink">
          {t(charge.status === 'PENDING' ? 'attention.title' : 'attention.noticeTitle')}
        </h2>
        {charge.attention && (
          <p className="mt-1 max-w-prose text-pretty">{t(`attention.reasons.${charge.attention}`)}</p>
        )}
        {actions.length > 0 && (
          <div className="mt-4 flex flex-wrap gap-2">
            <ChargeActions charge={charge} actions={actions} />
          </div>
        )}
      </div>
    </section>
  )
}
