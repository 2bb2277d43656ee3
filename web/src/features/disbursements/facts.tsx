import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Refund, Withdrawal } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { ShortId } from '../../ui/copy.tsx'
import { Fact, Facts, Panel } from '../../ui/panel.tsx'
import { useProviderName } from '../providers/use-provider-name.ts'
import { mayOperate, useSession } from '../session/session-context.ts'
import { TemporalLink } from '../session/temporal-link.tsx'

interface DisbursementFactsProps {
  disbursement: Pick<Refund | Withdrawal, 'id' | 'provider' | 'createdAt' | 'approvedAt' | 'workflow'>
  /** What the id is called. */
  label: string
  externalId: string | null
  /** One that was found at the provider has none. */
  hasWorkflow?: boolean
  /** The facts that only this kind has. */
  children: ReactNode
}

/** What is known of one refund or withdrawal, beside its history. */
export function DisbursementFacts({
  disbursement,
  label,
  externalId,
  hasWorkflow = true,
  children,
}: DisbursementFactsProps) {
  const { t } = useTranslation(['disbursements', 'charges'])
  const { exact } = useFormat()
  const providerName = useProviderName()
  const me = useSession()
  const { id, provider, createdAt, approvedAt, workflow } = disbursement
  return (
    <Panel title={t('charges:detail.details')}>
      <Facts>
        <Fact label={label}>
          <ShortId id={id} />
        </Fact>
        {children}
        <Fact label={t('charges:detail.field.provider')}>{provider && providerName(provider)}</Fact>
        <Fact label={t('detail.externalId')}>{externalId && <ShortId id={externalId} />}</Fact>
        <Fact label={t('column.created')}>
          <span className="figures">{exact(createdAt)}</span>
        </Fact>
        <Fact label={t('detail.approved')}>{approvedAt && <span className="figures">{exact(approvedAt)}</span>}</Fact>
        {hasWorkflow && mayOperate(me) && (
          <Fact label={t('charges:detail.field.workflow')}>
            <ShortId id={workflow.workflowId} />
          </Fact>
        )}
      </Facts>
      {hasWorkflow && <TemporalLink of={disbursement} />}
    </Panel>
  )
}
