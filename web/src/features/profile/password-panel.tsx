import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Panel } from '../../ui/panel.tsx'
import { toast } from '../../ui/toast.ts'
import { useNamedDialog } from '../../ui/use-address.ts'
import { useErrorText } from '../../ui/use-error-text.ts'
import { NEW_PASSWORD, NewPasswordField } from '../session/new-password-field.tsx'
import { CurrentPasswordField } from './current-password-field.tsx'
import { changePassword } from './queries.ts'
import { refusalOf } from './refusal.ts'

/** The form stands in the page, and the search opens it in a dialog. */
export function PasswordPanel() {
  const { t } = useTranslation('profile')
  const [isOpen, setOpen] = useNamedDialog('password')
  return (
    <Panel title={t('change.title')}>
      <PasswordForm text={t('change.text')} />
      <Dialog open={isOpen} onOpenChange={setOpen} title={t('change.submit')}>
        <PasswordForm text={t('change.text')} onChanged={() => setOpen(false)} />
      </Dialog>
    </Panel>
  )
}

/** @param text why there is to be another. */
export function PasswordForm({ text, onChanged = () => undefined }: { text: string; onChanged?: () => void }) {
  const { t } = useTranslation('profile')
  const errorText = useErrorText()
  const change = useMutation(changePassword(useQueryClient()))
  const form = useForm({ defaultValues: { password: '', newPassword: '' } })
  const { errors } = form.formState
  const submit = form.handleSubmit((values) =>
    change.mutate(values, {
      onSuccess: () => {
        form.reset()
        toast.success(t('change.done'))
        onChanged()
      },
      onError: (error) => refusalOf(error, t, (_, why) => form.setError('password', why)),
    }),
  )
  return (
    <form noValidate onSubmit={submit} className="grid max-w-sm gap-4">
      <p className="text-ink-soft text-pretty">{text}</p>
      <CurrentPasswordField error={errorText(errors.password)} {...form.register('password', { required: true })} />
      <NewPasswordField
        label={t('change.newPassword')}
        failure={errors.newPassword}
        {...form.register('newPassword', NEW_PASSWORD)}
      />
      <Button type="submit" busy={change.isPending} className="justify-self-start">
        {t('change.submit')}
      </Button>
    </form>
  )
}
