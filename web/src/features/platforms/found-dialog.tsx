import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { workplacePath } from '../../api/mode.ts'
import { FIRST_FIELD } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { SavingDialog } from '../selling/saving-dialog.tsx'
import { foundPlatform } from './queries.ts'

/** Another shop with people, accounts and money of its own; whoever founds it administers it, and goes there. */
export function FoundPlatformDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('platform')
  const [name, setName] = useState('')
  return (
    <SavingDialog
      title={t('found.title')}
      description={t('found.text')}
      action={t('found.do')}
      mutation={foundPlatform()}
      read={() => (name.trim() === '' ? undefined : { name: name.trim() })}
      onClose={onClose}
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
