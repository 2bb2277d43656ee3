import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Resolution } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
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
          <label
            key={value}
            className="flex cursor-pointer gap-3 rounded-lg border border-line p-4 hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name="outcome"
              value={value}
              checked={outcome === value}
              onChange={() => setOutcome(value)}
              className="mt-0.5 size-4 accent-accent"
            />
            <span>
              <span className="block font-medium">{t(`action.${value}`)}</span>
              <span className="block text-[0.8125rem] text-ink-soft">{t(`action.${value}Hint`)}</span>
            </span>
          </label>
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
