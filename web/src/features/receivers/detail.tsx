import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { bankName } from '../../../../domain/banks.ts'
import { isReceiverRefused } from '../../../../domain/receiver.ts'
import type { Receiver } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { ShortId } from '../../ui/copy.tsx'
import { DetailColumns, DetailHeading, Loaded, RefusalNote } from '../../ui/detail-page.tsx'
import { maskDocument } from '../../ui/masks.ts'
import { MetadataPanel } from '../../ui/metadata-panel.tsx'
import { Page } from '../../ui/page.tsx'
import { Fact, Facts, Panel } from '../../ui/panel.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { ExchangePanel } from '../exchanges/panel.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { mayOperate, useSession } from '../session/session-context.ts'
import { TemporalLink } from '../session/temporal-link.tsx'
import { ReceiverAttentionBanner } from './actions.tsx'
import { ReceiverPapersPanel } from './papers.tsx'
import { receiverQueries } from './queries.ts'
import { ReceiverBadge } from './status.tsx'
import { ReceiverTimeline } from './timeline.tsx'

export function ReceiverPage() {
  const { id = '' } = useParams()
  return <Loaded query={useQuery(receiverQueries.one(id))}>{(receiver) => <ReceiverView receiver={receiver} />}</Loaded>
}

function ReceiverView({ receiver }: { receiver: Receiver }) {
  const { t } = useTranslation('receivers')
  const providerName = useProviderName()
  const { id, name, status, failureMessage, receiverProvider, createdAt, document } = receiver
  const heading = (
    <DetailHeading
      back={{ to: '/receivers', text: t('list.title') }}
      title={name}
      badge={<ReceiverBadge status={status} large />}
    >
      <span className="figures">{maskDocument(document)}</span> · {providerName(receiverProvider)} ·{' '}
      <RelativeTime at={createdAt} />
    </DetailHeading>
  )
  return (
    <Page title={name} heading={heading}>
      <ReceiverAttentionBanner receiver={receiver} />
      {isReceiverRefused(status) && failureMessage && <RefusalNote message={failureMessage} />}
      <DetailColumns
        aside={
          <>
            <FactsPanel receiver={receiver} />
            <ReceiverPapersPanel id={id} />
            <MetadataPanel of={receiver} />
          </>
        }
      >
        <ReceiverTimeline receiver={receiver} provider={providerName(receiverProvider)} />
        <ExchangePanel attempts={useQuery(receiverQueries.attempts(id))} />
      </DetailColumns>
    </Page>
  )
}

function FactsPanel({ receiver }: { receiver: Receiver }) {
  const { t } = useTranslation(['receivers', 'charges'])
  const { exact, money } = useFormat()
  const providerName = useProviderName()
  const me = useSession()
  const { id, receiverId, receiverProvider, document, documentType, email, balance, createdAt, workflow } = receiver
  const { bankAccount } = receiver
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
        <Fact label={t('form.bankAccount')}>{bankAccount && <BankAccountText of={bankAccount} />}</Fact>
        <Fact label={t('column.balance')}>{balance !== null && <span className="figures">{money(balance)}</span>}</Fact>
        <Fact label={t('column.created')}>
          <span className="figures">{exact(createdAt)}</span>
        </Fact>
        {mayOperate(me) && (
          <Fact label={t('charges:detail.field.workflow')}>
            <ShortId id={workflow.workflowId} />
          </Fact>
        )}
      </Facts>
      <TemporalLink of={receiver} />
    </Panel>
  )
}

function BankAccountText({ of }: { of: NonNullable<Receiver['bankAccount']> }) {
  const { t } = useTranslation(['receivers', 'disbursements'])
  const { bankCode, branchNumber, accountLastDigits, accountType } = of
  return (
    <span className="figures">
      {t('detail.bankLine', {
        bank: bankName(bankCode) ?? bankCode,
        branch: branchNumber,
        digits: accountLastDigits,
        kind: t(`disbursements:accountType.${accountType}`),
      })}
    </span>
  )
}
