import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Platform } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'

/** What proves a notice to a charge's own address: shown to whoever asks, and copied without being shown. */
export function WebhookSecret({ platform: { webhookSecret } }: { platform: Pick<Platform, 'webhookSecret'> }) {
  const { t } = useTranslation('platform')
  const [isShown, setShown] = useState(false)
  return (
    <div className="grid gap-4">
      <p className="text-[0.8125rem] text-ink-soft text-pretty">{t('webhookSecret.text')}</p>
      <p className="min-h-11 rounded-lg border border-line bg-sunken p-3 font-mono text-[0.8125rem] break-all">
        {isShown ? <span className="select-all">{webhookSecret}</span> : <Hidden />}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          {t('webhookSecret.show')}
        </Button>
        <CopyButton text={webhookSecret} label={t('webhookSecret.copy')} />
      </div>
    </div>
  )
}

function Hidden() {
  const { t } = useTranslation('platform')
  return (
    <>
      <span aria-hidden>{'•'.repeat(24)}</span>
      <span className="sr-only">{t('webhookSecret.hidden')}</span>
    </>
  )
}
