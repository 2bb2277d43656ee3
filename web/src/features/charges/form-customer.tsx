import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { DocumentInput, MaskedInput } from '../../ui/masked-input.tsx'
import { maskPhone } from '../../ui/masks.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useErrorText } from '../../ui/use-error-text.ts'
import type { ChargeForm } from './form-values.ts'
import { KnownCustomer } from './known-customer.tsx'
import type { Required } from './requirements.ts'

export function CustomerFields({ required }: Required) {
  const { t } = useTranslation('charges')
  const errorText = useErrorText()
  const { register, formState } = useFormContext<ChargeForm>()
  const errors = formState.errors.customer
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <KnownCustomer />
      <TextField
        required
        label={t('form.name')}
        autoComplete="off"
        error={errorText(errors?.name)}
        {...register('customer.name')}
      />
      <TextField
        required
        type="email"
        label={t('form.email')}
        autoComplete="off"
        error={errorText(errors?.email, 'email')}
        {...register('customer.email')}
      />
      <DocumentInput<ChargeForm> required name="customer.document" label={t('form.document')} />
      <MaskedInput<ChargeForm>
        required={required.includes('customer.phone')}
        name="customer.phone"
        type="tel"
        inputMode="tel"
        label={t('form.phone')}
        mask={maskPhone}
        placeholder="(11) 91234-5678"
        helper={t(required.includes('customer.phone') ? 'form.phoneRequired' : 'form.phoneHelper')}
        kind="phone"
      />
    </div>
  )
}
