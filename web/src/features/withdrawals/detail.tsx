import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { isDisbursementSettled } from '../../../../domain/disbursement.ts'
import type { Withdrawal } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { DetailHeading, Loaded } from '../../ui/detail-page.tsx'
import { Page } from '../../ui/page.tsx'
import { Fact } from '../../ui/panel.tsx'
import { RelativeTime } from '../../ui/time.tsx'
import { LookAgain } from '../decisions/look-again.tsx'
import { awaitsApproval } from '../disbursements/decisions.ts'
import { DisbursementDetail } from '../disbursements/detail.tsx'
import { DisbursementFacts } from '../disbursements/facts.tsx'
import { disbursementQueries } from '../disbursements/queries.ts'
import { DisbursementBadge } from '../disbursements/status.tsx'
import { canRead } from '../providers/askable.ts'
import { useProviderOf } from '../providers/use-provider-of.ts'
import { RoutingPanel } from '../routing/panel.tsx'
import { WithdrawalSimulator } from '../simulator/panel.tsx'
import { destinationText, holderOf } from './destination.ts'

export function WithdrawalPage() {
  const { id = '' } = useParams()
  return (
    <Loaded query={useQuery(disbursementQueries.withdrawal(id))}>
      {(withdrawal) => <WithdrawalView withdrawal={withdrawal} />}
    </Loaded>
  )
}

function WithdrawalView({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation(['disbursements', 'charges'])
  const { money, exact } = useFormat()
  const provider = useProviderOf()(withdrawal.provider)
  const { status, approval, createdAt, paymentMethod, withdrawId, description } = withdrawal
  const holder = holderOf(withdrawal.destination)
  const amount = money(withdrawal.amount)
  const heading = (
    <DetailHeading
      back={{ to: '/withdrawals', text: t('list.title') }}
      title={amount}
      badge={<DisbursementBadge status={status} approval={approval} large />}
    >
      {[holder, t(`method.${paymentMethod}`), destinationText(t, withdrawal)].filter(Boolean).join(' · ')} ·{' '}
      <RelativeTime at={createdAt} />
    </DetailHeading>
  )
  const facts = (
    <DisbursementFacts disbursement={withdrawal} label={t('detail.id')} externalId={withdrawId}>
      <Fact label={t('detail.holder')}>{holder}</Fact>
      <Fact label={t('column.destination')}>{destinationText(t, withdrawal)}</Fact>
      <Fact label={t('charges:detail.field.description')}>{description}</Fact>
      {approval && awaitsApproval(withdrawal) && (
        <Fact label={t('approval.due')}>
          <span className="figures">{exact(approval.dueAt)}</span>
        </Fact>
      )}
    </DisbursementFacts>
  )
  const aside = (
    <>
      {facts}
      <RoutingPanel kind="withdrawals" id={withdrawal.id} />
    </>
  )
  const canLook = isDisbursementSettled(status) && withdrawId !== null && canRead('withdrawal', provider)
  const actions = canLook && (
    <LookAgain workflowId={withdrawal.workflow.workflowId} amount={amount} changes={disbursementQueries.all()} />
  )
  return (
    <Page title={t('detail.title', { amount })} heading={heading} actions={actions}>
      <div className="mb-4 empty:hidden">
        <WithdrawalSimulator withdrawal={withdrawal} />
      </div>
      <DisbursementDetail
        disbursement={{ ...withdrawal, kind: 'withdrawal', externalId: withdrawId, withdrawal }}
        aside={aside}
      />
    </Page>
  )
}
