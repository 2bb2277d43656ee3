/** Asks for the name of a saved filter. */
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SavedFilter } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions, FIRST_FIELD } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface NameProps {
  /** The filter that gets another name; undefined while one is saved, which replaces the one of the same name. */
  renamed: SavedFilter | undefined
  /** Names of the other filters. */
  taken: readonly string[]
  onName: (name: string) => void
  onCancel: () => void
}

export function FilterNameDialog({ open, ...naming }: NameProps & { open: boolean }) {
  const { t } = useTranslation('common')
  const isRename = naming.renamed !== undefined
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && naming.onCancel()}
      title={t(isRename ? 'filters.renameTitle' : 'filters.saveTitle')}
      description={t(isRename ? 'filters.renameText' : 'filters.saveText')}
    >
      <NameForm {...naming} />
    </Dialog>
  )
}

function NameForm({ renamed, taken, onName, onCancel }: NameProps) {
  const { t } = useTranslation(['common', 'rules'])
  const [typed, setTyped] = useState(renamed?.name ?? '')
  const name = typed.trim()
  const isTaken = renamed !== undefined && taken.includes(name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name !== '' && !isTaken) onName(name)
  }
  return (
    <form onSubmit={submit}>
      <TextField
        {...FIRST_FIELD}
        required
        maxLength={40}
        label={t('filters.name')}
        value={typed}
        error={isTaken ? t('rules:filterName') : undefined}
        onChange={({ target }) => setTyped(target.value)}
      />
      <DialogActions>
        <Button onClick={onCancel}>{t('cancel')}</Button>
        <Button type="submit" look="primary" disabled={name === '' || isTaken}>
          {t(renamed ? 'filters.renameDo' : 'filters.save')}
        </Button>
      </DialogActions>
    </form>
  )
}
