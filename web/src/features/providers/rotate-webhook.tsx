import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { ProviderAccount } from '../../api/contract.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { tellFailure } from '../../ui/failure.tsx'
import { OnceDialog } from '../../ui/once-dialog.tsx'
import { rotateWebhookUrl } from './queries.ts'

/** Asks, and then shows the new address. */
export function RotateWebhook({ account, onClose }: { account: ProviderAccount; onClose: () => void }) {
  const { t } = useTranslation(['providers', 'common'])
  const rotate = useMutation(rotateWebhookUrl(useQueryClient()))
  const { id, name } = account
  const url = rotate.data?.webhookUrl
  const confirm = () =>
    rotate.mutate(id, {
      onError: (error) => tellFailure(t('changeFailed'), error),
    })
  if (url) {
    return (
      <OnceDialog
        title={t('rotateDone')}
        text={t('rotateNext')}
        value={url}
        copy={t('copyWebhook')}
        done={t('common:close')}
        onClose={onClose}
      />
    )
  }
  return (
    <ConfirmDialog
      title={t('rotateTitle', { name })}
      text={t('rotateText')}
      deed={t('rotateDo')}
      look="danger"
      busy={rotate.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
