import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { workplacePath } from '../../api/mode.ts'
import { Dialog, FIRST_FIELD } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { PasswordForm } from '../profile/password-panel.tsx'
import { SavingDialog } from '../selling/saving-dialog.tsx'
import { isOwnPasswordAsked } from '../session/queries.ts'
import { foundPlatform } from './queries.ts'

/** Another shop with people, accounts and money of its own; its founder administers it, and goes there. */
export function FoundPlatformDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['platform', 'session'])
  const [name, setName] = useState('')
  const [isNotOwn, setNotOwn] = useState(false)
  const askForOwn = (error: Error) => {
    const isAsked = isOwnPasswordAsked(error)
    setNotOwn(isAsked)
    return isAsked
  }
  if (isNotOwn) {
    return (
      <Dialog open onOpenChange={onClose} title={t('found.title')}>
        <PasswordForm text={t('session:link.notOwn')} onChanged={() => setNotOwn(false)} />
      </Dialog>
    )
  }
  return (
    <SavingDialog
      title={t('found.title')}
      description={t('found.text')}
      action={t('found.do')}
      mutation={foundPlatform()}
      read={() => (name.trim() === '' ? undefined : { name: name.trim() })}
      onClose={onClose}
      onRefused={askForOwn}
      onSaved={({ id }) => location.assign(workplacePath({ id, home: false }))}
    >
      {(isTried) => (
        <TextField
          {...FIRST_FIELD}
          required
          maxLength={100}
          label={t('look.name')}
          value={name}
          onChange={({ target }) => setName(target.value)}
          error={isTried && name.trim() === '' ? t('look.nameMissing') : undefined}
        />
      )}
    </SavingDialog>
  )
}
