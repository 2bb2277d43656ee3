import { useQuery } from '@tanstack/react-query'
import { CopyPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { isSettled } from '../../../../domain/charge.ts'
import type { Charge } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { LinkButton } from '../../ui/button.tsx'
import { BackLink, Loaded } from '../../ui/detail-page.tsx'
import { LiveMark } from '../../ui/live-mark.tsx'
import { MetadataPanel } from '../../ui/metadata-panel.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { useBuyerName } from '../customers/buyer.tsx'
import { ForOperators } from '../decisions/for-operators.tsx'
import { LookAgain } from '../decisions/look-again.tsx'
import { ExchangePanel } from '../exchanges/panel.tsx'
import { canLookUp, canRead } from '../providers/askable.ts'
import { useProviderName } from '../providers/use-provider-name.ts'
import { useProviderOf } from '../providers/use-provider-of.ts'
import { RefundButton } from '../refunds/dialog.tsx'
import { RefundsPanel } from '../refunds/panel.tsx'
import { RoutingPanel } from '../routing/panel.tsx'
import { ChargeSimulator } from '../simulator/panel.tsx'
import { ChargeActions } from './actions.tsx'
import { allowedActions } from './actions-model.ts'
import { AttentionBanner } from './attention.tsx'
import { CustomerPanel, DetailsPanel, ItemsPanel } from './detail-facts.tsx'
import { PaymentPanel } from './detail-payment.tsx'
import { DisputesPanel } from './disputes-panel.tsx'
import { useLiveCharge } from './live.ts'
import { MailsPanel } from './mails-panel.tsx'
import { paidOrAsked } from './paid-or-asked.ts'
import { PaymentsPanel } from './payments-panel.tsx'
import { chargeQueries } from './queries.ts'
import { SplitsPanel } from './splits-panel.tsx'
import { StatusBadge } from './status.tsx'
import { Timeline } from './timeline.tsx'

export function ChargePage() {
  const { t } = useTranslation(['charges', 'common'])
  const { id = '' } = useParams()
  const charge = useQuery(chargeQueries.detail(id))
  return (
    <Loaded query={charge} outline={<ChargeSkeleton label={t('common:loading')} />}>
      {(read) => <ChargeView charge={read} />}
    </Loaded>
  )
}

function ChargeView({ charge }: { charge: Charge }) {
  const { t } = useTranslation(['charges', 'common'])
  const { money } = useFormat()
  const stream = useLiveCharge(charge.id)
  const attempts = useQuery(chargeQueries.attempts(charge.id))
  // A charge has no provider before one has answered.
  const asked = attempts.data?.data.at(-1)?.provider
  const providerOf = useProviderOf()
  const events = useQuery(chargeQueries.events(charge.id))
  const actions = allowedActions(charge, canLookUp(providerOf(asked)), events.data?.data)
  const amount = money(paidOrAsked(charge), charge.currency)
  return (
    <Page
      title={t('detail.title', { amount })}
      heading={<Heading charge={charge} amount={amount} />}
      actions={
        <>
          <LiveMark state={stream} />
          <LinkButton to={`/charges/new?from=${charge.id}`}>
            <CopyPlus aria-hidden />
            {t('detail.duplicate')}
          </LinkButton>
          <RefundButton key={charge.id} charge={charge} />
          {isSettled(charge.status) &&
            charge.transactionId !== null &&
            canRead('charge', providerOf(charge.provider)) && (
              <LookAgain workflowId={charge.workflow.workflowId} amount={amount} changes={chargeQueries.all()} />
            )}
          {!charge.needsAttention && actions.length > 0 && (
            <ForOperators ask={actions.includes('cancel') ? 'cancel' : 'decide'}>
              <ChargeActions charge={charge} actions={actions} />
            </ForOperators>
          )}
        </>
      }
    >
      <AttentionBanner charge={charge} actions={actions} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-4">
          <ChargeSimulator charge={charge} />
          <PaymentPanel charge={charge} />
          <MailsPanel charge={charge} />
          <DisputesPanel chargeId={charge.id} />
          <PaymentsPanel charge={charge} />
          <Timeline charge={charge} />
          <ExchangePanel attempts={attempts} />
        </div>
        <div className="grid min-w-0 gap-4">
          <ItemsPanel charge={charge} />
          <SplitsPanel charge={charge} />
          <RefundsPanel charge={charge} />
          <CustomerPanel charge={charge} />
          <DetailsPanel charge={charge} />
          <MetadataPanel of={charge} />
          <RoutingPanel kind="charges" id={charge.id} />
        </div>
      </div>
    </Page>
  )
}

function Heading({ charge, amount }: { charge: Charge; amount: string }) {
  const { t } = useTranslation(['charges', 'common'])
  const nameOf = useBuyerName()
  const providerName = useProviderName()
  const { status, ending, statusUnmapped, customer, provider, paymentMethod, createdAt } = charge
  const parts = [nameOf(customer), t(`common:method.${paymentMethod}`), ...(provider ? [providerName(provider)] : [])]
  return (
    <>
      <BackLink to="/charges">{t('detail.back')}</BackLink>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="figures text-3xl leading-10 font-semibold tracking-tight">{amount}</h1>
        <span aria-live="polite" aria-atomic title={statusUnmapped ? t('detail.unmapped') : undefined}>
          <span className="sr-only">{t('detail.statusNow', { status: '' })}</span>
          <StatusBadge status={status} ending={ending} large />
        </span>
      </div>
      <p className="mt-1 text-ink-soft">
        {parts.join(' · ')} · <RelativeTime at={createdAt} />
      </p>
    </>
  )
}

function ChargeSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="mx-auto grid max-w-7xl gap-4 px-4 py-6 md:px-8 md:py-8">
      <Skeleton className="w-24" />
      <Skeleton className="h-10 w-64" />
      <Skeleton className="w-80" />
      <div className="mt-4 grid gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Skeleton className="h-72 rounded-xl" />
        <Skeleton className="h-72 rounded-xl" />
      </div>
    </div>
  )
}
