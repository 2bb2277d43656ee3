import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, CircleX, ExternalLink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { Withdrawal } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { ShortId } from '../../ui/copy.tsx'
import { Page } from '../../ui/page.tsx'
import { Fact, Facts, Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { temporalAddress } from '../charges/detail-facts.tsx'
import { PayoutAttentionBanner } from '../payouts/actions.tsx'
import { payoutQueries } from '../payouts/queries.ts'
import { PayoutBadge } from '../payouts/status.tsx'
import { PayoutTimeline } from '../payouts/timeline.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { useSession } from '../session/session-context.ts'
import { destinationText } from './destination.ts'

export function WithdrawalPage() {
  const { t } = useTranslation('common')
  const { id = '' } = useParams()
  const withdrawal = useQuery(payoutQueries.withdrawal(id))
  if (withdrawal.isPending) {
    return (
      <div role="status" aria-label={t('loading')} className="mx-auto grid max-w-7xl gap-4 px-4 py-8 md:px-8">
        <Skeleton className="h-10 w-64" />
        <Skeleton className="h-72 rounded-xl" />
      </div>
    )
  }
  if (withdrawal.isError) {
    return (
      <div className="py-16">
        <ErrorState error={withdrawal.error} onRetry={() => void withdrawal.refetch()} />
      </div>
    )
  }
  return <WithdrawalView withdrawal={withdrawal.data} />
}

function WithdrawalView({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation('payouts')
  const { money } = useFormat()
  const { id, amount, failureMessage, status, withdrawId } = withdrawal
  return (
    <Page title={t('detail.title', { amount: money(amount) })} heading={<Heading withdrawal={withdrawal} />}>
      <PayoutAttentionBanner payout={{ ...withdrawal, kind: 'withdrawal', externalId: withdrawId }} />
      {status === 'REJECTED' && failureMessage && (
        <p className="mb-4 flex items-start gap-4 rounded-xl border border-danger-line bg-danger-soft px-4 py-4 text-danger-ink md:px-6">
          <CircleX aria-hidden className="size-5 shrink-0" />
          <span className="min-w-0 break-words">{failureMessage}</span>
        </p>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <PayoutTimeline kind="withdrawal" id={id} />
        <FactsPanel withdrawal={withdrawal} />
      </div>
    </Page>
  )
}

function Heading({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation(['payouts', 'charges'])
  const { money } = useFormat()
  const { amount, status, createdAt, paymentMethod } = withdrawal
  return (
    <>
      <Link
        to="/withdrawals"
        className="mb-3 inline-flex items-center gap-1 text-[0.8125rem] font-medium text-ink-soft hover:text-ink"
      >
        <ChevronLeft aria-hidden className="size-4" />
        {t('list.title')}
      </Link>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="figures text-3xl leading-10 font-semibold tracking-tight">{money(amount)}</h1>
        <span aria-live="polite" aria-atomic>
          <PayoutBadge status={status} large />
        </span>
      </div>
      <p className="mt-1 text-ink-soft">
        {t(`method.${paymentMethod}`)} · {destinationText(t, withdrawal)} · <RelativeTime at={createdAt} />
      </p>
    </>
  )
}

function FactsPanel({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation(['payouts', 'charges'])
  const { exact } = useFormat()
  const providerName = useProviderName()
  const { temporal } = useSession()
  const { id, withdrawId, provider, description, destination, createdAt, approvedAt, workflow } = withdrawal
  return (
    <Panel title={t('charges:detail.details')}>
      <Facts>
        <Fact label={t('detail.id')}>
          <ShortId id={id} />
        </Fact>
        <Fact label={t('charges:detail.field.provider')}>{provider && providerName(provider)}</Fact>
        <Fact label={t('detail.externalId')}>{withdrawId && <ShortId id={withdrawId} />}</Fact>
        <Fact label={t('column.destination')}>{destinationText(t, withdrawal)}</Fact>
        <Fact label={t('detail.holder')}>{destination.accountHolder ?? destination.name}</Fact>
        <Fact label={t('charges:detail.field.description')}>{description}</Fact>
        <Fact label={t('charges:detail.field.created')}>
          <span className="figures">{exact(createdAt)}</span>
        </Fact>
        <Fact label={t('detail.approved')}>{approvedAt && <span className="figures">{exact(approvedAt)}</span>}</Fact>
        <Fact label={t('charges:detail.field.workflow')}>
          <ShortId id={workflow.workflowId} />
        </Fact>
      </Facts>
      {temporal && (
        <a
          href={temporalAddress(temporal, withdrawal)}
          target="_blank"
          rel="noreferrer"
          className="mt-5 inline-flex h-9 w-full items-center justify-center gap-2 rounded-lg border border-line-strong font-medium hover:bg-hover"
        >
          {t('charges:detail.temporal')}
          <ExternalLink aria-hidden className="size-4 text-ink-faint" />
        </a>
      )}
    </Panel>
  )
}
