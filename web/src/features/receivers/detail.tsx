import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, CircleX, ExternalLink } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { Receiver } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { ShortId } from '../../ui/copy.tsx'
import { maskDocument } from '../../ui/masks.ts'
import { Page } from '../../ui/page.tsx'
import { Fact, Facts, Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { temporalAddress } from '../charges/detail-facts.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { useSession } from '../session/session-context.ts'
import { ReceiverAttentionBanner } from './actions.tsx'
import { receiverQueries } from './queries.ts'
import { ReceiverBadge } from './status.tsx'
import { ReceiverTimeline } from './timeline.tsx'

export function ReceiverPage() {
  const { t } = useTranslation('common')
  const { id = '' } = useParams()
  const receiver = useQuery(receiverQueries.one(id))
  if (receiver.isPending) {
    return (
      <div role="status" aria-label={t('loading')} className="mx-auto grid max-w-7xl gap-4 px-4 py-8 md:px-8">
        <Skeleton className="h-10 w-64" />
        <Skeleton className="h-72 rounded-xl" />
      </div>
    )
  }
  if (receiver.isError) {
    return (
      <div className="py-16">
        <ErrorState error={receiver.error} onRetry={() => void receiver.refetch()} />
      </div>
    )
  }
  return <ReceiverView receiver={receiver.data} />
}

function ReceiverView({ receiver }: { receiver: Receiver }) {
  const providerName = useProviderName()
  const { id, name, status, failureMessage, receiverProvider } = receiver
  return (
    <Page title={name} heading={<Heading receiver={receiver} />}>
      <ReceiverAttentionBanner receiver={receiver} />
      {status === 'REJECTED' && failureMessage && (
        <p className="mb-4 flex items-start gap-4 rounded-xl border border-danger-line bg-danger-soft px-4 py-4 text-danger-ink md:px-6">
          <CircleX aria-hidden className="size-5 shrink-0" />
          <span className="min-w-0 break-words">{failureMessage}</span>
        </p>
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <ReceiverTimeline id={id} provider={providerName(receiverProvider)} />
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
      <Link
        to="/receivers"
        className="mb-3 inline-flex items-center gap-1 text-[0.8125rem] font-medium text-ink-soft hover:text-ink"
      >
        <ChevronLeft aria-hidden className="size-4" />
        {t('list.title')}
      </Link>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="min-w-0 text-3xl leading-10 font-semibold tracking-tight break-words">{name}</h1>
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
  const { temporal } = useSession()
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
      {temporal && (
        <a
          href={temporalAddress(temporal, receiver)}
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
