import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { DialogActions } from '../../ui/dialog.tsx'

/** Shown this once. */
export function RecoveryCodesList({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('profile')
  return (
    <>
      <ul className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-lg border border-line bg-sunken p-3 font-mono text-[0.8125rem] select-all md:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <DialogActions>
        <CopyButton text={codes.join('\n')} label={t('codes.copy')} />
        <Button look="primary" onClick={onDone}>
          {t('codes.done')}
        </Button>
      </DialogActions>
    </>
  )
}
