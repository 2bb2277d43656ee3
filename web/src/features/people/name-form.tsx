import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useErrorText } from '../../ui/use-error-text.ts'

interface NameFormProps {
  name: string
  busy: boolean
  onSave: (name: string) => void
}

/** The name of a user, one's own or another's. Spaces around it are none of it. */
export function NameForm({ name, busy, onSave }: NameFormProps) {
  const { t } = useTranslation('people')
  const errorText = useErrorText()
  const form = useForm({ values: { name } })
  const submit = form.handleSubmit((values) => onSave(values.name.trim()))
  return (
    <form noValidate onSubmit={submit} className="grid max-w-sm gap-3">
      <TextField
        required
        autoComplete="off"
        label={t('name.label')}
        maxLength={100}
        error={errorText(form.formState.errors.name)}
        {...form.register('name', { validate: { required: (text) => text.trim() !== '' } })}
      />
      <Button type="submit" busy={busy} disabled={!form.formState.isDirty} className="justify-self-start">
        {t('name.save')}
      </Button>
    </form>
  )
}
