import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Refusal } from './frame.tsx'
import { NEW_PASSWORD, NewPasswordField } from './new-password-field.tsx'

interface OwnPasswordStepProps {
  email: string
  refusal: string | undefined
  busy: boolean
  onChosen: (password: string) => void
}

/** A user who joins with a password that another user chose for them chooses their own first. */
export function OwnPasswordStep({ email, refusal, busy, onChosen }: OwnPasswordStepProps) {
  const { t } = useTranslation('session')
  const form = useForm({ defaultValues: { password: '' } })
  const submit = form.handleSubmit(({ password }) => onChosen(password))
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <p className="text-ink-soft text-pretty">{t('link.notOwn')}</p>
      {refusal && <Refusal>{refusal}</Refusal>}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <NewPasswordField
        label={t('link.ownPassword')}
        failure={form.formState.errors.password}
        {...form.register('password', NEW_PASSWORD)}
      />
      <Button type="submit" look="primary" busy={busy} className="mt-2 h-10">
        {t('link.invitation.submit')}
      </Button>
    </form>
  )
}
