import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { isOpenDispute } from '../../../../domain/dispute.ts'
import type { DisputeWithEvidence } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { ShortId, shorten } from '../../ui/copy.tsx'
import { DetailColumns, DetailHeading, Loaded } from '../../ui/detail-page.tsx'
import { Page } from '../../ui/page.tsx'
import { Fact, Facts, Panel } from '../../ui/panel.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { useLiveCharge } from '../charges/live.ts'
import { chargeQueries } from '../charges/queries.ts'
import { Timeline } from '../charges/timeline.tsx'
import { useBuyerName } from '../customers/buyer.tsx'
import { ExchangePanel } from '../exchanges/panel.tsx'
import { useActorName } from '../history/actor.ts'
import { useProviderName } from '../providers/use-provider-name.ts'
import { mayOperate, useSession } from '../session/session-context.ts'
import { Deadline } from './deadline.tsx'
import { EvidencePanel } from './evidence.tsx'
import { disputeQueries } from './queries.ts'
import { ResolveButtons } from './resolve.tsx'
import { DisputeBadge } from './status.tsx'

export function DisputePage() {
  const { id = '' } = useParams()
  return <Loaded query={useQuery(disputeQueries.one(id))}>{(dispute) => <DisputeView dispute={dispute} />}</Loaded>
}

function DisputeView({ dispute }: { dispute: DisputeWithEvidence }) {
  const { t } = useTranslation('disputes')
  const { money } = useFormat()
  const charge = useQuery(chargeQueries.detail(dispute.chargeId))
  useLiveCharge(dispute.chargeId)
  const { kind, state, openedAt, dueAt } = dispute
  const amount = money(dispute.amount, dispute.currency)
  const nameOf = useBuyerName()
  const heading = (
    <DetailHeading
      back={{ to: '/disputes', text: t('list.title') }}
      title={amount}
      badge={<DisputeBadge state={state} large />}
    >
      {t(`kind.${kind}`)} {charge.data && `· ${nameOf(charge.data.customer)}`} · <RelativeTime at={openedAt} />
    </DetailHeading>
  )
  return (
    <Page
      title={t('detail.title', { amount })}
      heading={heading}
      actions={<ResolveButtons dispute={dispute} amount={amount} />}
    >
      <DetailColumns aside={<FactsPanel dispute={dispute} />}>
        <Panel title={t('detail.next')}>
          <p className="text-ink-soft text-pretty">
            {t(isOpenDispute(state) && dueAt === null ? 'nextWithoutDeadline' : `next.${state}`)}
          </p>
          {isOpenDispute(state) && <p className="mt-2 text-ink-soft text-pretty">{t(`about.${kind}`)}</p>}
          {dispute.note && <blockquote className="mt-4 border-l-2 border-line pl-4">{dispute.note}</blockquote>}
        </Panel>
        <EvidencePanel dispute={dispute} />
        {charge.data && <Timeline charge={charge.data} />}
        <ExchangePanel attempts={useQuery(chargeQueries.attempts(dispute.chargeId))} />
      </DetailColumns>
    </Page>
  )
}

function FactsPanel({ dispute }: { dispute: DisputeWithEvidence }) {
  const isOperator = mayOperate(useSession())
  const { t } = useTranslation(['disputes', 'charges'])
  const { exact } = useFormat()
  const providerName = useProviderName()
  const nameOf = useActorName()
  const { id, chargeId, provider, transactionId, rawStatus, openedAt, dueAt, closedAt, closedBy } = dispute
  const moment = (at: string | null) => at && <span className="figures">{exact(at)}</span>
  return (
    <Panel title={t('charges:detail.details')}>
      <Facts>
        <Fact label={t('detail.id')}>
          <ShortId id={id} />
        </Fact>
        <Fact label={t('detail.charge')}>
          <Link to={`/charges/${chargeId}`} className="font-mono text-[0.8125rem] text-accent-ink hover:underline">
            {shorten(chargeId)}
          </Link>
        </Fact>
        <Fact label={t('charges:detail.field.provider')}>{provider && providerName(provider)}</Fact>
        <Fact label={t('detail.transaction')}>{transactionId && <ShortId id={transactionId} />}</Fact>
        {isOperator && <Fact label={t('detail.word')}>{rawStatus}</Fact>}
        <Fact label={t('column.opened')}>{moment(openedAt)}</Fact>
        <Fact label={t('column.due')}>{dueAt && <Deadline dispute={dispute} />}</Fact>
        <Fact label={t('detail.closed')}>{moment(closedAt)}</Fact>
        <Fact label={t('detail.closedBy')}>{closedAt && (closedBy ? nameOf(closedBy) : t('detail.byProvider'))}</Fact>
      </Facts>
    </Panel>
  )
}
