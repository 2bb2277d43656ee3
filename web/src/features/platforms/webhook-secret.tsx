import { useMutation, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Platform } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { Fact, Facts } from '../../ui/panel.tsx'
import { useNamedDialog } from '../../ui/use-address.ts'
import { SecretDialog } from '../webhook-endpoints/secret.tsx'
import { rotateWebhookSecret } from './queries.ts'

/** What proves a notice to a charge's own address: told by how it ends, and shown only when it is made. */
export function WebhookSecret({ platform }: { platform: Platform }) {
  const { id, webhookSecretEnding, previousWebhookSecretUntil } = platform
  const { t } = useTranslation(['platform', 'endpoints'])
  const { exact } = useFormat()
  const rotate = useMutation(rotateWebhookSecret(useQueryClient()))
  const [isAsking, setAsking] = useNamedDialog('rotate')
  const [secret, setSecret] = useState<string | null>(null)
  const confirm = () =>
    rotate.mutate(id, {
      onSuccess: ({ webhookSecret }) => {
        setAsking(false)
        setSecret(webhookSecret)
      },
      onError: (error) => tellFailure(t('endpoints:failed'), error),
    })
  return (
    <div className="grid gap-4">
      <p className="text-[0.8125rem] text-ink-soft text-pretty">{t('webhookSecret.text')}</p>
      <Facts>
        <Fact label={t('webhookSecret.ending')}>
          <span className="font-mono">{webhookSecretEnding}</span>
        </Fact>
        {previousWebhookSecretUntil && (
          <Fact label={t('endpoints:detail.previousSecret')}>{exact(previousWebhookSecretUntil)}</Fact>
        )}
      </Facts>
      <div>
        <Button onClick={() => setAsking(true)}>
          <KeyRound aria-hidden />
          {t('endpoints:rotate')}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        title={t('endpoints:ask.rotateTitle')}
        text={t('endpoints:ask.rotateText')}
        deed={t('endpoints:ask.rotateDo')}
        busy={rotate.isPending}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      />
      {secret !== null && <SecretDialog secret={secret} onClose={() => setSecret(null)} />}
    </div>
  )
}
