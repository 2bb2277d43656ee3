import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { PasswordAndCode } from '../../api/contract.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useErrorText } from '../../ui/use-error-text.ts'
import { CurrentPasswordField } from './current-password-field.tsx'
import { refusalOf } from './refusal.ts'

interface ProofFormProps {
  submitText: string
  isDangerous?: boolean
  busy: boolean
  run: (proof: PasswordAndCode, onError: (error: unknown) => void) => void
  onCancel: () => void
}

/** The password and a code, for what a session alone may not do. */
export function ProofForm({ submitText, isDangerous = false, busy, run, onCancel }: ProofFormProps) {
  const { t } = useTranslation(['profile', 'common'])
  const { t: tp } = useTranslation('profile')
  const errorText = useErrorText()
  const form = useForm({ defaultValues: { password: '', code: '' } })
  const { errors } = form.formState
  const submit = form.handleSubmit((proof) => run(proof, (error) => refusalOf(error, tp, form.setError)))
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <CurrentPasswordField error={errorText(errors.password)} {...form.register('password', { required: true })} />
      <TextField
        required
        autoComplete="one-time-code"
        label={t('code')}
        helper={t('codeHint')}
        error={errorText(errors.code)}
        {...form.register('code', { required: true, minLength: 6 })}
      />
      <DialogActions>
        <Button onClick={onCancel}>{t('common:cancel')}</Button>
        <Button type="submit" look={isDangerous ? 'danger' : 'primary'} busy={busy}>
          {submitText}
        </Button>
      </DialogActions>
    </form>
  )
}
