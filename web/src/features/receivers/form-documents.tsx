import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FileField } from '../../ui/file-field.tsx'
import { useErrorText } from '../../ui/use-error-text.ts'
import { documentsOf, type ReceiverForm } from './form-values.ts'

/** The person's papers, for providers that verify them. */
export function DocumentFields() {
  const { t } = useTranslation('receivers')
  const errorText = useErrorText()
  const { control } = useFormContext<ReceiverForm>()
  const requires = useWatch({ control, name: 'requires' })
  const document = useWatch({ control, name: 'document' })
  return (
    <div className="grid gap-4">
      <p className="text-[0.8125rem] text-ink-faint">{t('form.documentsHint')}</p>
      <div className="grid gap-4 md:grid-cols-2">
        {documentsOf(document).map((name) => (
          <Controller<ReceiverForm, `documents.${typeof name}`>
            key={name}
            name={`documents.${name}`}
            render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
              <FileField
                ref={ref}
                required={requires.includes('documents')}
                label={t(`form.${name}`)}
                purpose={name}
                value={value?.trouble ? null : value}
                onValueChange={onChange}
                trouble={value?.trouble}
                onTrouble={(trouble) => onChange(trouble && { name: '', url: null, trouble })}
                onBlur={onBlur}
                error={errorText(fieldState.error)}
              />
            )}
          />
        ))}
      </div>
    </div>
  )
}
