import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Provider, ProviderAccount } from '../../api/contract.ts'
import { LinkButton } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Page } from '../../ui/page.tsx'
import { Panel } from '../../ui/panel.tsx'

/** What is left to do in the provider's own dashboard. */
export function Connected({ account, provider }: { account: ProviderAccount; provider: Provider }) {
  const { t } = useTranslation('providers')
  return (
    <Page narrow title={t('form.connected')}>
      <Panel>
        <div role="status" className="flex gap-4">
          <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-success-ink" />
          <div className="min-w-0">
            <p className="font-semibold">{account.webhookUrl ? t('form.webhookTitle') : account.name}</p>
            {account.webhookUrl && (
              <>
                <p className="mt-1 text-ink-soft">{t('form.webhookText', { name: provider.name })}</p>
                <p className="mt-4 rounded-lg border border-line bg-sunken p-3 font-mono text-[0.8125rem] break-all">
                  {account.webhookUrl}
                </p>
              </>
            )}
            <div className="mt-4 flex flex-wrap gap-2">
              {account.webhookUrl && <CopyButton text={account.webhookUrl} label={t('column.webhookUrl')} />}
              <LinkButton to="/providers" look="primary">
                {t('form.done')}
              </LinkButton>
            </div>
          </div>
        </div>
      </Panel>
    </Page>
  )
}
