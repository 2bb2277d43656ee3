import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { canRefund } from '../../../../domain/charge.ts'
import type { Charge, Refund } from '../../api/contract.ts'
import { useFailureWords } from '../../i18n/failure-words.ts'
import { useFormat } from '../../i18n/format.ts'
import { FailedPanel } from '../../ui/failed-panel.tsx'
import { Panel } from '../../ui/panel.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { useFirstFailure } from '../../ui/unread.tsx'
import { DisbursementAttentionBanner } from '../disbursements/actions.tsx'
import { disbursementQueries } from '../disbursements/queries.ts'
import { DisbursementBadge } from '../disbursements/status.tsx'
import { useProviderOf } from '../providers/use-provider-of.ts'

/** The charge's refunds, completed or in progress, and why none can be requested of a paid one; nothing where there is neither. */
export function RefundsPanel({ charge }: { charge: Charge }) {
  const { t } = useTranslation('disbursements')
  const refunds = useQuery(disbursementQueries.refundsOf(charge.id))
  const failure = useFirstFailure(refunds)
  const provider = useProviderOf()(charge.provider)
  const isImpossible = canRefund(charge.status) && provider?.refundMethods.includes(charge.paymentMethod) === false
  if (failure !== null) return <FailedPanel title={t('refunds')} query={refunds} />
  if (!refunds.data || (refunds.data.data.length === 0 && !isImpossible)) return null
  return (
    <Panel title={t('refunds')}>
      <ul className="grid gap-4 empty:hidden">
        {refunds.data.data.map((refund) => (
          <Row key={refund.id} refund={refund} />
        ))}
      </ul>
      {isImpossible && (
        <p className="text-ink-soft text-pretty">
          {t(`refund.impossible.${charge.paymentMethod}`, { provider: provider.name })}
        </p>
      )}
    </Panel>
  )
}

function Row({ refund }: { refund: Refund }) {
  const { t } = useTranslation('disbursements')
  const { money } = useFormat()
  const failureWords = useFailureWords()
  const { id, kind, state, createdAt, failureMessage, refundId } = refund
  const amount = money(refund.amount, refund.currency)
  return (
    <li>
      <div className="flex items-center justify-between gap-4">
        <Link
          to={`/refunds/${id}`}
          aria-label={t('refund.openOne', { amount })}
          className="figures font-semibold hover:underline"
        >
          {amount}
        </Link>
        <DisbursementBadge status={state} />
      </div>
      <p className="mt-0.5 text-[0.8125rem] text-ink-faint">
        <RelativeTime at={createdAt} />
        {kind === 'external' && ` · ${t('refund.external')}`}
        {failureMessage && ` · ${failureWords(failureMessage)}`}
      </p>
      <div className="mt-2 empty:hidden">
        <DisbursementAttentionBanner
          disbursement={{ ...refund, kind: 'refund', status: refund.state, externalId: refundId }}
        />
      </div>
    </li>
  )
}
