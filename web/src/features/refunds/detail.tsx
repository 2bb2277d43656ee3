import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { Refund } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { shorten } from '../../ui/copy.tsx'
import { DetailHeading, Loaded } from '../../ui/detail-page.tsx'
import { Page } from '../../ui/page.tsx'
import { Fact } from '../../ui/panel.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { chargeQueries } from '../charges/queries.ts'
import { useBuyerName } from '../customers/buyer.tsx'
import { DisbursementDetail } from '../disbursements/detail.tsx'
import { DisbursementFacts } from '../disbursements/facts.tsx'
import { disbursementQueries } from '../disbursements/queries.ts'
import { DisbursementBadge } from '../disbursements/status.tsx'

export function RefundPage() {
  const { id = '' } = useParams()
  return <Loaded query={useQuery(disbursementQueries.refund(id))}>{(refund) => <RefundView refund={refund} />}</Loaded>
}

function RefundView({ refund }: { refund: Refund }) {
  const { t } = useTranslation('disbursements')
  const { money } = useFormat()
  const charge = useQuery(chargeQueries.detail(refund.chargeId))
  const { chargeId, kind, state, refundId, createdAt } = refund
  const amount = money(refund.amount, refund.currency)
  const nameOf = useBuyerName()
  const heading = (
    <DetailHeading
      back={{ to: `/charges/${chargeId}`, text: t('refund.charge') }}
      title={amount}
      badge={<DisbursementBadge status={state} large />}
    >
      {t(kind === 'external' ? 'refund.external' : 'refund.id')} {charge.data && `· ${nameOf(charge.data.customer)}`} ·{' '}
      <RelativeTime at={createdAt} />
    </DetailHeading>
  )
  const facts = (
    <DisbursementFacts
      disbursement={refund}
      label={t('refund.id')}
      externalId={refundId}
      hasWorkflow={kind !== 'external'}
    >
      <Fact label={t('refund.charge')}>
        <Link to={`/charges/${chargeId}`} className="font-mono text-[0.8125rem] text-accent-ink hover:underline">
          {shorten(chargeId)}
        </Link>
      </Fact>
    </DisbursementFacts>
  )
  return (
    <Page title={t('refund.detailTitle', { amount })} heading={heading}>
      <DisbursementDetail
        disbursement={{ ...refund, kind: 'refund', status: state, externalId: refundId }}
        aside={facts}
      />
    </Page>
  )
}
