/** A company's managing partners, one at least. */
import { Plus, Trash2 } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { DocumentInput } from '../../ui/masked-input.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useErrorText } from '../../ui/use-error-text.ts'
import { IndividualFields } from './form-individual.tsx'
import type { ReceiverForm } from './form-values.ts'
import { NEW_PARTNER } from './registration.ts'

export function PartnerFields() {
  const { t } = useTranslation('receivers')
  const { control } = useFormContext<ReceiverForm>()
  const { fields, append, remove } = useFieldArray({ control, name: 'providerData.managingPartners' })
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-4 text-sm font-semibold">
        {t('form.registration.partners')}
        <span className="mt-1 block text-[0.8125rem] font-normal text-ink-soft">
          {t('form.registration.partnersText')}
        </span>
      </legend>
      {fields.map(({ id }, index) => (
        <PartnerRow key={id} index={index} onRemove={fields.length > 1 ? () => remove(index) : undefined} />
      ))}
      <Button size="small" className="justify-self-start" onClick={() => append(NEW_PARTNER)}>
        <Plus aria-hidden />
        {t('form.registration.addPartner')}
      </Button>
    </fieldset>
  )
}

function PartnerRow({ index, onRemove }: { index: number; onRemove: (() => void) | undefined }) {
  const { t } = useTranslation(['receivers', 'charges'])
  const errorText = useErrorText()
  const { register, getFieldState, formState } = useFormContext<ReceiverForm>()
  const at = `providerData.managingPartners.${index}` as const
  return (
    <fieldset className="min-w-0 rounded-lg border border-line p-4">
      <legend className="px-1 text-[0.8125rem] font-semibold">
        {t('form.registration.partner', { number: index + 1 })}
      </legend>
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          required
          autoComplete="off"
          label={t('charges:form.name')}
          error={errorText(getFieldState(`${at}.name`, formState).error)}
          {...register(`${at}.name`)}
        />
        <DocumentInput<ReceiverForm> required name={`${at}.document`} label={t('form.registration.partnerDocument')} />
        <TextField
          required
          type="email"
          autoComplete="off"
          label={t('charges:form.email')}
          error={errorText(getFieldState(`${at}.email`, formState).error, 'email')}
          {...register(`${at}.email`)}
        />
        <IndividualFields at={at} />
      </div>
      {onRemove && (
        <Button look="quiet" size="small" className="mt-4" onClick={onRemove}>
          <Trash2 aria-hidden />
          {t('form.registration.removePartner', { number: index + 1 })}
        </Button>
      )}
    </fieldset>
  )
}
