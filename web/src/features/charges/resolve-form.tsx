import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resolution } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'

interface ResolveFormProps {
  amount: string
  busy: boolean
  onSubmit: (resolution: Resolution) => void
  onCancel: () => void
}

/** What the operator found at the provider. */
export function ResolveForm({ amount, busy, onSubmit, onCancel }: ResolveFormProps) {
  const { t } = useTranslation(['charges', 'common'])
  const [outcome, setOutcome] = useState<Resolution['outcome']>('created')
  const [transactionId, setTransactionId] = useState('')
  const [isTried, setTried] = useState(false)
  const isMissing = outcome === 'created' && transactionId.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isMissing) return
    onSubmit(outcome === 'created' ? { outcome, transactionId: transactionId.trim() } : { outcome })
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <fieldset className="grid gap-2">
        <legend className="sr-only">{t('action.resolveTitle')}</legend>
        {(['created', 'notCreated'] as const).map((value) => (
          <Choice
            key={value}
            name="outcome"
            title={t(`action.${value}`)}
            text={t(`action.${value}Hint`)}
            checked={outcome === value}
            onChoose={() => setOutcome(value)}
          />
        ))}
      </fieldset>
      {outcome === 'created' && (
        <TextField
          required
          label={t('action.transactionId')}
          className="font-mono"
          value={transactionId}
          onChange={({ target }) => setTransactionId(target.value)}
          error={isTried && isMissing ? t('action.transactionIdMissing') : undefined}
        />
      )}
      <DialogActions>
        <Button onClick={onCancel}>{t('common:cancel')}</Button>
        <Button type="submit" look={outcome === 'created' ? 'primary' : 'danger'} busy={busy}>
          {outcome === 'created' ? t('action.resolveCreated') : t('action.resolveNotCreated', { amount })}
        </Button>
      </DialogActions>
    </form>
  )
}
