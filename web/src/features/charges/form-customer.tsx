import { Controller, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { MaskedField } from '../../ui/masked-field.tsx'
import { maskDocument, maskPhone } from '../../ui/masks.ts'
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
      <Controller<ChargeForm, 'customer.document'>
        name="customer.document"
        render={({ field }) => (
          <MaskedField
            required
            ref={field.ref}
            name={field.name}
            label={t('form.document')}
            mask={maskDocument}
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            placeholder="000.000.000-00"
            error={errorText(errors?.document, 'document')}
          />
        )}
      />
      <Controller<ChargeForm, 'customer.phone'>
        name="customer.phone"
        render={({ field }) => (
          <MaskedField
            required={required.includes('customer.phone')}
            ref={field.ref}
            name={field.name}
            type="tel"
            inputMode="tel"
            label={t('form.phone')}
            mask={maskPhone}
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            placeholder="(11) 91234-5678"
            helper={t(required.includes('customer.phone') ? 'form.phoneRequired' : 'form.phoneHelper')}
            error={errorText(errors?.phone, 'phone')}
          />
        )}
      />
    </div>
  )
}
