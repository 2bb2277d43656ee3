import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'

/** A secret, this once. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('endpoints')
  return (
    <Dialog open onOpenChange={onClose} title={t('secret.title')} description={t('secret.text')}>
      <p className="rounded-lg border border-line bg-sunken p-3 font-mono text-[0.8125rem] break-all select-all">
        {secret}
      </p>
      <DialogActions>
        <CopyButton text={secret} label={t('secret.copy')} />
        <Button look="primary" onClick={onClose}>
          {t('secret.done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
