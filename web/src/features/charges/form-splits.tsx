import { Plus, Trash2 } from 'lucide-react'
import { Controller, useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { FieldNote } from '../../ui/field.tsx'
import { MoneyField } from '../../ui/money-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useErrorText } from '../../ui/use-error-text.ts'
import { ReceiverField } from '../receivers/receiver-field.tsx'
import { type ChargeForm, NEW_SPLIT } from './form-values.ts'

const FLAGS = ['liable', 'chargeProcessingFee', 'chargeRemainder'] as const

/** Who else gets a part: what is left over is the account's own. */

const RULES = ['splitPercentage', 'splitAmount', 'splitTotal'] as const

export function SplitFields() {
  const { t } = useTranslation('charges')
  const { control, formState } = useFormContext<ChargeForm>()
  const { fields, append, remove } = useFieldArray({ control, name: 'splits' })
  const wrong = (formState.errors.splits as { type?: unknown } | undefined)?.type
  const rule = RULES.find((name) => name === wrong)
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-4 text-sm font-semibold">
        {t('form.splits.title')}
        <span className="mt-1 block text-[0.8125rem] font-normal text-ink-soft">{t('form.splits.text')}</span>
      </legend>
      {fields.map(({ id }, index) => (
        <SplitRow key={id} index={index} onRemove={() => remove(index)} />
      ))}
      {rule && <FieldNote id="splits-note" error={t(`form.splits.${rule}`)} helper={undefined} />}
      <Button size="small" className="justify-self-start" onClick={() => append(NEW_SPLIT)}>
        <Plus aria-hidden />
        {t('form.splits.add')}
      </Button>
    </fieldset>
  )
}

function SplitRow({ index, onRemove }: { index: number; onRemove: () => void }) {
  const { t } = useTranslation('charges')
  const errorText = useErrorText()
  const { control, register, setValue, formState } = useFormContext<ChargeForm>()
  const type = useWatch({ control, name: `splits.${index}.type` })
  const errors = formState.errors.splits?.[index]
  return (
    <div className="grid gap-4 rounded-lg border border-line p-4 md:grid-cols-[minmax(0,1fr)_10rem_9rem_2.25rem]">
      <Controller<ChargeForm, `splits.${number}.recipientId`>
        name={`splits.${index}.recipientId`}
        render={({ field: { ref, value, onChange, onBlur } }) => (
          <ReceiverField
            ref={ref}
            ours
            required
            label={t('form.splits.receiver')}
            value={value || null}
            onValueChange={(chosen, receiver) => {
              onChange(chosen ?? '')
              setValue(`splits.${index}.accountId`, receiver?.providerAccountId ?? null)
            }}
            onBlur={onBlur}
            error={errorText(errors?.recipientId)}
          />
        )}
      />
      <Controller<ChargeForm, `splits.${number}.type`>
        name={`splits.${index}.type`}
        render={({ field: { ref, value, onChange, onBlur } }) => (
          <SelectField
            ref={ref}
            required
            label={t('form.splits.type')}
            options={[
              { value: 'PERCENTAGE', label: t('form.splits.percentage') },
              { value: 'FIXED', label: t('form.splits.fixed') },
            ]}
            value={value}
            onValueChange={(chosen) => {
              onChange(chosen ?? 'PERCENTAGE')
              setValue(`splits.${index}.amount`, 0)
            }}
            onBlur={onBlur}
          />
        )}
      />
      {type === 'FIXED' ? (
        <Controller<ChargeForm, `splits.${number}.amount`>
          name={`splits.${index}.amount`}
          render={({ field: { ref, name, value, onChange, onBlur } }) => (
            <MoneyField
              required
              ref={ref}
              name={name}
              label={t('form.splits.amount')}
              value={value}
              onValueChange={onChange}
              onBlur={onBlur}
              error={errorText(errors?.amount, 'amount')}
            />
          )}
        />
      ) : (
        <TextField
          required
          type="number"
          min={1}
          max={100}
          inputMode="numeric"
          className="figures"
          label={t('form.splits.percent')}
          error={errors?.amount && t('form.splits.percentWrong')}
          {...register(`splits.${index}.amount`, { valueAsNumber: true })}
        />
      )}
      <Button
        look="quiet"
        size="icon"
        className="md:mt-6 max-md:ml-auto"
        aria-label={t('form.splits.remove', { number: index + 1 })}
        onClick={onRemove}
      >
        <Trash2 aria-hidden />
      </Button>
      <div className="flex flex-wrap gap-x-6 gap-y-1 md:col-span-4">
        {FLAGS.map((flag) => (
          <label key={flag} className="flex min-h-8 cursor-pointer items-center gap-2 text-[0.8125rem]">
            <input type="checkbox" className="size-4 accent-accent" {...register(`splits.${index}.${flag}`)} />
            {t(`form.splits.${flag}`)}
          </label>
        ))}
      </div>
    </div>
  )
}
