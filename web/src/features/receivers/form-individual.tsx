/** What is asked of each individual who is registered, and the kinds of fields that a company has too. */
import { Controller, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { DayField } from '../../ui/day-field.tsx'
import { MaskedInput } from '../../ui/masked-input.tsx'
import { maskPhone } from '../../ui/masks.ts'
import { MoneyField } from '../../ui/money-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useErrorText } from '../../ui/use-error-text.ts'
import type { ReceiverForm } from './form-values.ts'

/** An individual's own values, or one of a company's partners'. */
type Place = 'providerData' | `providerData.managingPartners.${number}`

/** Laid out by the grid around them. */
export function IndividualFields({ at }: { at: Place }) {
  const { t } = useTranslation('receivers')
  const errorText = useErrorText()
  const { register, getFieldState, formState } = useFormContext<ReceiverForm>()
  return (
    <>
      <PhoneField name={`${at}.mobilePhone`} />
      <Controller<ReceiverForm, `${Place}.birthDate`>
        name={`${at}.birthDate`}
        render={({ field: { value, onChange }, fieldState }) => (
          <DayField
            required
            label={t('form.registration.birthDate')}
            value={value ?? ''}
            onValueChange={(day) => onChange(day ?? null)}
            error={errorText(fieldState.error)}
          />
        )}
      />
      <AmountField name={`${at}.incomeValue`} label={t('form.income')} />
      <TextField
        required
        autoComplete="off"
        label={t('form.registration.professionalOccupation')}
        error={errorText(getFieldState(`${at}.professionalOccupation`, formState).error)}
        {...register(`${at}.professionalOccupation`)}
      />
    </>
  )
}

export function PhoneField({ name }: { name: `${Place}.mobilePhone` }) {
  const { t } = useTranslation('receivers')
  return (
    <MaskedInput<ReceiverForm>
      required
      name={name}
      type="tel"
      inputMode="tel"
      label={t('form.registration.mobilePhone')}
      mask={maskPhone}
      placeholder="(11) 91234-5678"
      kind="phone"
    />
  )
}

interface AmountFieldProps {
  name: `${Place}.incomeValue` | 'providerData.annualRevenue'
  label: string
}

export function AmountField({ name, label }: AmountFieldProps) {
  const { t } = useTranslation('receivers')
  const errorText = useErrorText()
  return (
    <Controller<ReceiverForm, AmountFieldProps['name']>
      name={name}
      render={({ field, fieldState }) => (
        <MoneyField
          required
          ref={field.ref}
          label={label}
          helper={t('form.registration.estimate')}
          value={field.value}
          onValueChange={field.onChange}
          onBlur={field.onBlur}
          error={errorText(fieldState.error, 'amount')}
        />
      )}
    />
  )
}
