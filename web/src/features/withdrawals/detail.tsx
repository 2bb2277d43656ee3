import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { isPayoutRefused } from '../../../../domain/payout.ts'
import type { Withdrawal } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { ShortId } from '../../ui/copy.tsx'
import { BackLink, Loaded, RefusalNote } from '../../ui/detail-page.tsx'
import { Page } from '../../ui/page.tsx'
import { Fact, Facts, Panel } from '../../ui/panel.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { ExchangePanel } from '../exchange/panel.tsx'
import { PayoutAttentionBanner } from '../payouts/actions.tsx'
import { payoutQueries } from '../payouts/queries.ts'
import { PayoutBadge } from '../payouts/status.tsx'
import { PayoutTimeline } from '../payouts/timeline.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { TemporalLink } from '../session/temporal-link.tsx'
import { destinationText } from './destination.ts'

export function WithdrawalPage() {
  const { id = '' } = useParams()
  return (
    <Loaded query={useQuery(payoutQueries.withdrawal(id))}>
      {(withdrawal) => <WithdrawalView withdrawal={withdrawal} />}
    </Loaded>
  )
}

function WithdrawalView({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation('payouts')
  const { money } = useFormat()
  const { id, amount, failureMessage, status, withdrawId } = withdrawal
  return (
    <Page title={t('detail.title', { amount: money(amount) })} heading={<Heading withdrawal={withdrawal} />}>
      <PayoutAttentionBanner payout={{ ...withdrawal, kind: 'withdrawal', externalId: withdrawId }} />
      {isPayoutRefused(status) && failureMessage && <RefusalNote message={failureMessage} />}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-4">
          <PayoutTimeline kind="withdrawal" payout={withdrawal} />
          <ExchangePanel attempts={useQuery(payoutQueries.attempts('withdrawal', id))} />
        </div>
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
      <BackLink to="/withdrawals">{t('list.title')}</BackLink>
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
      <TemporalLink of={withdrawal} />
    </Panel>
  )
}
