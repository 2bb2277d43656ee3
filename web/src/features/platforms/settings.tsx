import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { ApprovalForm } from './approval-form.tsx'
import { CertificatesForm } from './certificates-form.tsx'
import { InstallmentsForm } from './installments-form.tsx'
import { LookForm } from './look-form.tsx'
import { MoneyForm } from './money-form.tsx'
import { PoliciesForm } from './policies-form.tsx'
import { PrivateKeyForm } from './private-key-form.tsx'
import { platformQueries } from './queries.ts'
import { SecondFactorForm } from './second-factor-form.tsx'
import { WebhookSecret } from './webhook-secret.tsx'

/** What an administrator decides once for all charges of the platform. */
export function SettingsPage() {
  const { t } = useTranslation('platform')
  const platform = useQuery(platformQueries.own())
  return (
    <Page title={t('title')} lead={t('lead')} narrow>
      <div className="grid gap-6">
        {platform.data && (
          <Panel title={t('look.title')}>
            <LookForm key={platform.data.id} platform={platform.data} />
          </Panel>
        )}
        <Panel title={t('policies.title')}>
          {platform.isPending && <Skeleton className="h-64" />}
          {platform.isError && <ErrorState error={platform.error} onRetry={() => void platform.refetch()} />}
          {platform.data && <PoliciesForm key={platform.data.id} platform={platform.data} />}
        </Panel>
        {platform.data && (
          <>
            <Panel title={t('installments.title')}>
              <InstallmentsForm key={platform.data.id} platform={platform.data} />
            </Panel>
            <Panel title={t('approval.title')}>
              <ApprovalForm key={platform.data.id} platform={platform.data} />
            </Panel>
            <Panel title={t('money.title')}>
              <MoneyForm key={platform.data.id} platform={platform.data} />
            </Panel>
            <Panel title={t('webhookSecret.title')}>
              <WebhookSecret platform={platform.data} />
            </Panel>
            <Panel title={t('certificates.title')}>
              <CertificatesForm key={platform.data.id} platform={platform.data} />
              <PrivateKeyForm platform={platform.data} />
            </Panel>
            <Panel title={t('secondFactor.title')}>
              <SecondFactorForm platform={platform.data} />
            </Panel>
          </>
        )}
      </div>
    </Page>
  )
}
