import { Controller, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { defined } from '../../../../domain/defined.ts'
import { useFormat } from '../../i18n/format.ts'
import { DocumentInput, MaskedInput } from '../../ui/masked-input.tsx'
import { type Mask, maskCardNumber, maskExpiry, maskSecurityCode } from '../../ui/masks.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useErrorText } from '../../ui/use-error-text.ts'
import type { ChargeForm } from './form-values.ts'
import type { Price } from './use-price.ts'

const NUMBERS = [
  { name: 'cardNumber', mask: maskCardNumber, autoComplete: 'cc-number', placeholder: '0000 0000 0000 0000' },
  { name: 'expiry', mask: maskExpiry, autoComplete: 'cc-exp', placeholder: 'MM/AA' },
  { name: 'cvv', mask: maskSecurityCode, autoComplete: 'cc-csc', placeholder: '000' },
] as const satisfies readonly {
  name: keyof ChargeForm['card']
  mask: Mask
  autoComplete: string
  placeholder: string
}[]

/** The card goes to our API alone, and from there to its provider: nothing of it is kept in the page after the sale. */
export function CardFields({ price }: { price: Price }) {
  const { t } = useTranslation('charges')
  const errorText = useErrorText()
  const { register, formState } = useFormContext<ChargeForm>()
  const errors = formState.errors.card
  return (
    <fieldset className="mt-6 grid gap-4 border-t border-line pt-6 md:grid-cols-4">
      <legend className="sr-only">{t('form.card.title')}</legend>
      {NUMBERS.map(({ name, mask, ...input }) => (
        <div key={name} className={name === 'cardNumber' ? 'md:col-span-2' : ''}>
          <MaskedInput<ChargeForm>
            required
            name={`card.${name}`}
            inputMode="numeric"
            label={t(`form.card.${name}`)}
            mask={mask}
            kind={name}
            {...input}
          />
        </div>
      ))}
      <TextField
        required
        fieldClassName="md:col-span-2"
        className="uppercase"
        autoComplete="cc-name"
        label={t('form.card.holderName')}
        error={errorText(errors?.holderName, 'holderName')}
        {...register('card.holderName')}
      />
      <div className="md:col-span-2">
        <DocumentInput<ChargeForm> required name="card.holderDocument" label={t('form.card.holderDocument')} />
      </div>
      <div className="md:col-span-2">
        <InstallmentsField price={price} />
      </div>
    </fieldset>
  )
}

/** What the platform's own table offers for this total; in one until it is known. */
function InstallmentsField({ price }: { price: Price }) {
  const { t } = useTranslation('charges')
  const { money, installments } = useFormat()
  const { total, finalValue } = price
  const options = price.options.length > 0 ? price.options : [{ installmentNumber: 1, finalValue: total }]
  return (
    <Controller<ChargeForm, 'installments'>
      name="installments"
      render={({ field: { ref, value, onChange, onBlur }, fieldState }) => {
        const isOffered = options.some(({ installmentNumber }) => installmentNumber === value)
        const isWrong = fieldState.error !== undefined || !isOffered
        return (
          <SelectField
            ref={ref}
            required
            label={t('form.card.installments')}
            options={options.map(({ installmentNumber: count, finalValue }) => ({
              value: String(count),
              label: installments(finalValue, count),
              ...defined({
                hint: finalValue === total ? undefined : t('form.card.final', { total: money(finalValue) }),
              }),
            }))}
            value={isOffered ? String(value) : null}
            helper={
              finalValue === null || finalValue === total ? '' : t('form.card.final', { total: money(finalValue) })
            }
            error={price.isTableMissing ? t('form.card.tableFailed') : isWrong ? t('form.card.notOffered') : undefined}
            onValueChange={(count) => onChange(Number(count ?? 1))}
            onBlur={onBlur}
          />
        )
      }}
    />
  )
}
