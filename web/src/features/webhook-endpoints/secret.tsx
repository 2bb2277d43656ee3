import { useTranslation } from 'react-i18next'
import { OnceDialog } from '../../ui/once-dialog.tsx'

/** The secret that signs a seller's events. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation('endpoints')
  return (
    <OnceDialog
      title={t('secret.title')}
      text={t('secret.text')}
      value={secret}
      copy={t('secret.copy')}
      done={t('secret.done')}
      onClose={onClose}
    />
  )
}
