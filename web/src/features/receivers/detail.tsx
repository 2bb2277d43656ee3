import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { isReceiverRefused } from '../../../../domain/receiver-events.ts'
import type { Receiver } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { ShortId } from '../../ui/copy.tsx'
import { BackLink, Loaded, RefusalNote } from '../../ui/detail-page.tsx'
import { maskDocument } from '../../ui/masks.ts'
import { Page } from '../../ui/page.tsx'
import { Fact, Facts, Panel } from '../../ui/panel.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { ExchangePanel } from '../exchange/panel.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { TemporalLink } from '../session/temporal-link.tsx'
import { ReceiverAttentionBanner } from './actions.tsx'
import { receiverQueries } from './queries.ts'
import { ReceiverBadge } from './status.tsx'
import { ReceiverTimeline } from './timeline.tsx'

export function ReceiverPage() {
  const { id = '' } = useParams()
  return <Loaded query={useQuery(receiverQueries.one(id))}>{(receiver) => <ReceiverView receiver={receiver} />}</Loaded>
}

function ReceiverView({ receiver }: { receiver: Receiver }) {
  const providerName = useProviderName()
  const { id, name, status, failureMessage, receiverProvider } = receiver
  return (
    <Page title={name} heading={<Heading receiver={receiver} />}>
      <ReceiverAttentionBanner receiver={receiver} />
      {isReceiverRefused(status) && failureMessage && <RefusalNote message={failureMessage} />}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid min-w-0 gap-4">
          <ReceiverTimeline id={id} provider={providerName(receiverProvider)} />
          <ExchangePanel attempts={useQuery(receiverQueries.attempts(id))} />
        </div>
        <FactsPanel receiver={receiver} />
      </div>
    </Page>
  )
}

function Heading({ receiver }: { receiver: Receiver }) {
  const { t } = useTranslation('receivers')
  const providerName = useProviderName()
  const { name, status, createdAt, document, receiverProvider } = receiver
  return (
    <>
      <BackLink to="/receivers">{t('list.title')}</BackLink>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-3xl leading-10 font-semibold tracking-tight">{name}</h1>
        <span aria-live="polite" aria-atomic>
          <ReceiverBadge status={status} large />
        </span>
      </div>
      <p className="mt-1 text-ink-soft">
        <span className="figures">{maskDocument(document)}</span> · {providerName(receiverProvider)} ·{' '}
        <RelativeTime at={createdAt} />
      </p>
    </>
  )
}

function FactsPanel({ receiver }: { receiver: Receiver }) {
  const { t } = useTranslation(['receivers', 'charges'])
  const { exact, money } = useFormat()
  const providerName = useProviderName()
  const { id, receiverId, receiverProvider, document, documentType, email, balance, createdAt, workflow } = receiver
  return (
    <Panel title={t('charges:detail.details')}>
      <Facts>
        <Fact label={t('detail.id')}>
          <ShortId id={id} />
        </Fact>
        <Fact label={t('charges:detail.field.provider')}>{providerName(receiverProvider)}</Fact>
        <Fact label={t('column.id')}>{receiverId && <ShortId id={receiverId} />}</Fact>
        <Fact label={documentType}>
          <span className="figures">{maskDocument(document)}</span>
        </Fact>
        <Fact label={t('detail.email')}>{email}</Fact>
        <Fact label={t('column.balance')}>{balance !== null && <span className="figures">{money(balance)}</span>}</Fact>
        <Fact label={t('column.created')}>
          <span className="figures">{exact(createdAt)}</span>
        </Fact>
        <Fact label={t('charges:detail.field.workflow')}>
          <ShortId id={workflow.workflowId} />
        </Fact>
      </Facts>
      <TemporalLink of={receiver} />
    </Panel>
  )
}
