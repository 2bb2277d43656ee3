import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { toast } from 'sonner'
import type { ProviderAccount } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { explain } from '../../ui/states.tsx'
import { rotateWebhookUrl } from './queries.ts'

/** Asks, and then shows the new address. */
export function RotateWebhook({ account, onClose }: { account: ProviderAccount; onClose: () => void }) {
  const { t } = useTranslation(['providers', 'common'])
  const rotate = useMutation(rotateWebhookUrl(useQueryClient()))
  const { id, name } = account
  const url = rotate.data?.webhookUrl
  const confirm = () =>
    rotate.mutate(id, {
      onError: (error) => toast.error(t('changeFailed'), { description: explain(error).detail }),
    })
  if (url) {
    return (
      <Dialog open onOpenChange={onClose} title={t('rotateDone')} description={t('rotateNext')}>
        <p className="rounded-lg border border-line bg-sunken p-3 font-mono text-[0.8125rem] break-all select-all">
          {url}
        </p>
        <DialogActions>
          <CopyButton text={url} label={t('copyWebhook')} />
          <Button look="primary" onClick={onClose}>
            {t('common:close')}
          </Button>
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <Dialog open onOpenChange={onClose} title={t('rotateTitle', { name })} description={t('rotateText')}>
      <DialogActions>
        <Button onClick={onClose}>{t('common:cancel')}</Button>
        <Button look="danger" busy={rotate.isPending} onClick={confirm}>
          {t('rotateDo')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
