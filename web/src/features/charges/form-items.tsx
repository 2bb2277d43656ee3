import { Plus, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { Controller, useFieldArray, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../i18n/format.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { MoneyField } from '../../ui/money-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useErrorText } from '../../ui/use-error-text.ts'
import { type ChargeForm, EMPTY_FORM } from './form-values.ts'
import type { Price } from './use-price.ts'

/** Lines of the sale, what they add up to, and what a card's installments put on top. */
export function ItemFields({ price }: { price: Price }) {
  const { t } = useTranslation('charges')
  const { money } = useFormat()
  const errorText = useErrorText()
  const { control, formState, trigger } = useFormContext<ChargeForm>()
  const { fields, append, remove } = useFieldArray({ control, name: 'items' })
  const { total } = price
  const amountError = errorText((formState.errors as { amount?: { type?: string } }).amount, 'amount')
  const { isSubmitted } = formState
  // The total is not a field, so no field change validates it again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new total is the reason to judge
  useEffect(() => {
    if (isSubmitted) void trigger('amount' as 'items')
  }, [total, isSubmitted, trigger])
  return (
    <div className="grid gap-4">
      {fields.map(({ id }, index) => (
        <ItemRow
          key={id}
          index={index}
          amountError={index === 0 ? amountError : undefined}
          onRemove={fields.length > 1 ? () => remove(index) : undefined}
        />
      ))}
      <div className="flex items-center justify-between gap-4 border-t border-line pt-4">
        <Button size="small" onClick={() => append(EMPTY_FORM.items)}>
          <Plus aria-hidden />
          {t('form.addItem')}
        </Button>
        <div className="text-right">
          <p className="flex items-baseline justify-end gap-3">
            <span className="text-ink-soft">{t('form.total')}</span>
            <output className="figures text-xl font-semibold tracking-tight">{money(price.finalValue ?? total)}</output>
          </p>
          {price.finalValue !== null && price.finalValue !== total && (
            <p className="figures text-[0.8125rem] text-ink-faint">
              {t('form.withInterest', { price: money(total), interest: money(price.finalValue - total) })}
            </p>
          )}
        </div>
      </div>
    </div>
  )
}

interface ItemRowProps {
  index: number
  amountError: string | undefined
  onRemove: (() => void) | undefined
}

function ItemRow({ index, amountError, onRemove }: ItemRowProps) {
  const { t } = useTranslation('charges')
  const errorText = useErrorText()
  const { register, formState } = useFormContext<ChargeForm>()
  const errors = formState.errors.items?.[index]
  return (
    <div
      className={cx(
        'grid grid-cols-[minmax(0,1fr)_6rem] gap-4 md:grid-cols-[minmax(0,1fr)_10rem_6rem]',
        onRemove && 'md:grid-cols-[minmax(0,1fr)_10rem_6rem_2.25rem]',
      )}
    >
      <TextField
        required
        fieldClassName="max-md:col-span-2"
        label={t('form.item')}
        placeholder={t('form.itemPlaceholder')}
        error={errorText(errors?.title)}
        {...register(`items.${index}.title`)}
      />
      <Controller<ChargeForm, `items.${number}.unitPrice`>
        name={`items.${index}.unitPrice`}
        render={({ field: { ref, name, value, onChange, onBlur } }) => (
          <MoneyField
            required
            ref={ref}
            name={name}
            label={t('form.unitPrice')}
            value={value}
            onValueChange={onChange}
            onBlur={onBlur}
            error={amountError ?? errorText(errors?.unitPrice, 'amount')}
          />
        )}
      />
      <TextField
        required
        type="number"
        min={1}
        inputMode="numeric"
        className="figures"
        label={t('form.quantity')}
        error={errorText(errors?.quantity, 'quantity')}
        {...register(`items.${index}.quantity`, { valueAsNumber: true })}
      />
      {onRemove && (
        <Button
          look="quiet"
          size="icon"
          className="mt-6 max-md:col-start-2 max-md:mt-0 max-md:ml-auto"
          aria-label={t('form.removeItem', { number: index + 1 })}
          onClick={onRemove}
        >
          <Trash2 aria-hidden />
        </Button>
      )}
    </div>
  )
}
