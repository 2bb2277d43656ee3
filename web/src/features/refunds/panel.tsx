import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { Charge, Refund } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { Panel } from '../../ui/panel.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { DisbursementAttentionBanner } from '../disbursements/actions.tsx'
import { disbursementQueries } from '../disbursements/queries.ts'
import { DisbursementBadge } from '../disbursements/status.tsx'

/** The charge's refunds, completed or in progress; nothing while there are none. */
export function RefundsPanel({ charge }: { charge: Charge }) {
  const { t } = useTranslation('disbursements')
  const refunds = useQuery(disbursementQueries.refundsOf(charge.id))
  if (!refunds.data?.data.length) return null
  return (
    <Panel title={t('refunds')}>
      <ul className="grid gap-4">
        {refunds.data.data.map((refund) => (
          <Row key={refund.id} refund={refund} />
        ))}
      </ul>
    </Panel>
  )
}

function Row({ refund }: { refund: Refund }) {
  const { t } = useTranslation('disbursements')
  const { money } = useFormat()
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
        {failureMessage && ` · ${failureMessage}`}
      </p>
      <div className="mt-2 empty:hidden">
        <DisbursementAttentionBanner
          disbursement={{ ...refund, kind: 'refund', status: refund.state, externalId: refundId }}
        />
      </div>
    </li>
  )
}
