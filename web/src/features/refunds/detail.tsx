import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { isPayoutRefused } from '../../../../domain/payout.ts'
import type { Refund } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { ShortId, shorten } from '../../ui/copy.tsx'
import { BackLink, Loaded, RefusalNote } from '../../ui/detail-page.tsx'
import { Page } from '../../ui/page.tsx'
import { Fact, Facts, Panel } from '../../ui/panel.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { chargeQueries } from '../charges/queries.ts'
import { ExchangePanel } from '../exchange/panel.tsx'
import { PayoutAttentionBanner } from '../payouts/actions.tsx'
import { payoutQueries } from '../payouts/queries.ts'
import { PayoutBadge } from '../payouts/status.tsx'
import { PayoutTimeline } from '../payouts/timeline.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { TemporalLink } from '../session/temporal-link.tsx'

export function RefundPage() {
  const { id = '' } = useParams()
  return <Loaded query={useQuery(payoutQueries.refund(id))}>{(refund) => <RefundView refund={refund} />}</Loaded>
}

function RefundView({ refund }: { refund: Refund }) {
  const { t } = useTranslation('payouts')
  const { money } = useFormat()
  const charge = useQuery(chargeQueries.detail(refund.chargeId))
  const { id, amount, failureMessage, state, refundId, needsAttention } = refund
  const words = { amount: money(amount, charge.data?.currency) }
  return (
    <Page
      title={t('refund.detailTitle', words)}
      heading={<Heading refund={refund} amount={words.amount} name={charge.data?.customer.name} />}
    >
      <PayoutAttentionBanner payout={{ ...refund, kind: 'refund', externalId: refundId }} />
      {isPayoutRefused(state) && failureMessage && <RefusalNote message={failureMessage} />}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-4">
          <PayoutTimeline kind="refund" payout={{ id, status: state, needsAttention }} />
          <ExchangePanel attempts={useQuery(payoutQueries.attempts('refund', id))} />
        </div>
        <FactsPanel refund={refund} />
      </div>
    </Page>
  )
}

interface HeadingProps {
  refund: Refund
  amount: string
  /** Of the customer, once the charge is known. */
  name: string | undefined
}

function Heading({ refund, amount, name }: HeadingProps) {
  const { t } = useTranslation(['payouts', 'charges'])
  return (
    <>
      <BackLink to={`/charges/${refund.chargeId}`}>{t('refund.charge')}</BackLink>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="figures text-3xl leading-10 font-semibold tracking-tight">{amount}</h1>
        <span aria-live="polite" aria-atomic>
          <PayoutBadge status={refund.state} large />
        </span>
      </div>
      <p className="mt-1 text-ink-soft">
        {t('refund.id')} {name && `· ${name}`} · <RelativeTime at={refund.createdAt} />
      </p>
    </>
  )
}

function FactsPanel({ refund }: { refund: Refund }) {
  const { t } = useTranslation(['payouts', 'charges'])
  const { exact } = useFormat()
  const providerName = useProviderName()
  const { id, refundId, chargeId, provider, createdAt, approvedAt, workflow } = refund
  return (
    <Panel title={t('charges:detail.details')}>
      <Facts>
        <Fact label={t('refund.id')}>
          <ShortId id={id} />
        </Fact>
        <Fact label={t('refund.charge')}>
          <Link to={`/charges/${chargeId}`} className="font-mono text-[0.8125rem] text-accent-ink hover:underline">
            {shorten(chargeId)}
          </Link>
        </Fact>
        <Fact label={t('charges:detail.field.provider')}>{provider && providerName(provider)}</Fact>
        <Fact label={t('detail.externalId')}>{refundId && <ShortId id={refundId} />}</Fact>
        <Fact label={t('charges:detail.field.created')}>
          <span className="figures">{exact(createdAt)}</span>
        </Fact>
        <Fact label={t('detail.approved')}>{approvedAt && <span className="figures">{exact(approvedAt)}</span>}</Fact>
        <Fact label={t('charges:detail.field.workflow')}>
          <ShortId id={workflow.workflowId} />
        </Fact>
      </Facts>
      <TemporalLink of={refund} />
    </Panel>
  )
}
