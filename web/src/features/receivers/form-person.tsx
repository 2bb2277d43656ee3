import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { DocumentInput } from '../../ui/masked-input.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useErrorText } from '../../ui/use-error-text.ts'
import type { ReceiverForm } from './form-values.ts'

export function PersonFields() {
  const { t } = useTranslation(['receivers', 'charges'])
  const errorText = useErrorText()
  const { register, formState } = useFormContext<ReceiverForm>()
  const { errors } = formState
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <TextField
        required
        autoComplete="off"
        label={t('charges:form.name')}
        error={errorText(errors.name)}
        {...register('name')}
      />
      <DocumentInput<ReceiverForm> required name="document" label={t('charges:form.document')} />
      <TextField
        required
        type="email"
        autoComplete="off"
        label={t('charges:form.email')}
        error={errorText(errors.email, 'email')}
        {...register('email')}
      />
      <TextField
        autoComplete="off"
        label={t('form.description')}
        helper={t('form.descriptionHelper')}
        error={errorText(errors.description)}
        {...register('description')}
      />
    </div>
  )
}
