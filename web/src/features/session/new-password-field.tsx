import type { FieldError, UseFormRegisterReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { PASSWORD_LENGTH } from '../../../../domain/password.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useErrorText } from '../../ui/use-error-text.ts'

/** What a form registers the field with. */
export const NEW_PASSWORD = { required: true, ...PASSWORD_LENGTH }

interface NewPasswordFieldProps extends UseFormRegisterReturn {
  label: string
  failure: FieldError | undefined
}

/** Where a new password is chosen. */
export function NewPasswordField({ label, failure, ...field }: NewPasswordFieldProps) {
  const { t } = useTranslation('session')
  const errorText = useErrorText()
  return (
    <TextField
      {...field}
      required
      type="password"
      autoComplete="new-password"
      label={label}
      helper={t('passwordHint')}
      // The hint, which the error replaces, says how short is too short.
      error={failure?.type === 'minLength' ? t('passwordHint') : errorText(failure)}
    />
  )
}
