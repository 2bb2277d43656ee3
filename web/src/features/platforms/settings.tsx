import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Platform } from '../../api/contract.ts'
import { Ghost } from '../../ui/ghost.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Unread, useFirstFailure } from '../../ui/unread.tsx'
import { LeaveGuard } from '../../ui/unsaved.tsx'
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
  const failure = useFirstFailure(platform)
  // What is typed outlives a later reading that fails.
  if (failure !== null) {
    return (
      <Page title={t('title')} lead={t('lead')} narrow>
        <Unread query={platform} />
      </Page>
    )
  }
  const loaded = platform.data
  const formOf = (Form: (props: { platform: Platform }) => ReactNode) =>
    loaded ? (
      <Form key={loaded.id} platform={loaded} />
    ) : (
      <Ghost>
        <Form platform={USUAL} />
      </Ghost>
    )
  return (
    <Page title={t('title')} lead={t('lead')} narrow>
      <LeaveGuard />
      <div className="grid gap-6" aria-busy={!loaded}>
        <Panel title={t('look.title')}>{formOf(LookForm)}</Panel>
        <Panel title={t('policies.title')}>{formOf(PoliciesForm)}</Panel>
        <Panel title={t('installments.title')}>{formOf(InstallmentsForm)}</Panel>
        <Panel title={t('approval.title')}>{formOf(ApprovalForm)}</Panel>
        <Panel title={t('money.title')}>{formOf(MoneyForm)}</Panel>
        <Panel title={t('webhookSecret.title')}>{formOf(WebhookSecret)}</Panel>
        <Panel title={t('certificates.title')}>
          {formOf(CertificatesForm)}
          {formOf(PrivateKeyForm)}
        </Panel>
        <Panel title={t('secondFactor.title')}>{formOf(SecondFactorForm)}</Panel>
      </div>
    </Page>
  )
}

/** What the forms are drawn around while the platform is being loaded: a table of twelve installments, and nothing else chosen. */
const USUAL: Platform = {
  id: '',
  name: '',
  certCashInUrl: null,
  certCashOutUrl: null,
  defaultReceiverId: null,
  brandColor: null,
  logoUrl: null,
  supportEmail: null,
  supportPhone: null,
  hasPrivateKey: false,
  installmentFees: Array.from({ length: 12 }, () => 0),
  maxInstallmentsWithoutInterest: 1,
  minInstallmentValue: 0,
  maxUnprovedAmount: 0,
  doublePayments: 'ask',
  latePayments: 'ask',
  approvalAbove: null,
  approvalHours: 24,
  secondFactorRequired: false,
  webhookSecretEnding: '····',
  previousWebhookSecretUntil: null,
  createdAt: '',
}
