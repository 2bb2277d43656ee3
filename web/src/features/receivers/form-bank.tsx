import { Controller, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { BankName } from '../../api/contract.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useErrorText } from '../../ui/use-error-text.ts'
import { BANKS } from './banks.ts'
import type { ReceiverForm } from './form-values.ts'

const ACCOUNT_TYPES = ['CHECKING', 'SAVINGS'] as const

export function BankFields() {
  const { t } = useTranslation(['receivers', 'disbursements'])
  const errorText = useErrorText()
  return (
    <div className="grid gap-4 md:grid-cols-6">
      <div className="md:col-span-4">
        <Controller<ReceiverForm, 'bankAccount.bankCode'>
          name="bankAccount.bankCode"
          render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
            <SelectField<BankName>
              ref={ref}
              required
              label={t('form.bank')}
              placeholder={t('form.bankPlaceholder')}
              options={BANKS}
              value={value === '' ? null : value}
              onValueChange={(chosen) => onChange(chosen ?? '')}
              onBlur={onBlur}
              error={errorText(fieldState.error)}
            />
          )}
        />
      </div>
      <div className="md:col-span-2">
        <Controller<ReceiverForm, 'bankAccount.accountType'>
          name="bankAccount.accountType"
          render={({ field: { ref, value, onChange, onBlur } }) => (
            <SelectField
              ref={ref}
              required
              label={t('form.accountType')}
              options={ACCOUNT_TYPES.map((type) => ({ value: type, label: t(`disbursements:accountType.${type}`) }))}
              value={value}
              onValueChange={(chosen) => chosen && onChange(chosen)}
              onBlur={onBlur}
            />
          )}
        />
      </div>
      <NumberField name="branchNumber" kind="digits" required />
      <NumberField name="branchDigit" kind="checkDigit" />
      <NumberField name="accountNumber" kind="digits" required />
      <NumberField name="accountDigit" kind="checkDigit" />
      <PixField />
    </div>
  )
}

interface NumberFieldProps {
  name: 'branchNumber' | 'branchDigit' | 'accountNumber' | 'accountDigit'
  kind: 'digits' | 'checkDigit'
  required?: boolean
}

function NumberField({ name, kind, required = false }: NumberFieldProps) {
  const { t } = useTranslation('receivers')
  const errorText = useErrorText()
  const { register, formState } = useFormContext<ReceiverForm>()
  return (
    <TextField
      required={required}
      autoComplete="off"
      className="figures"
      fieldClassName={kind === 'digits' ? 'md:col-span-4' : 'md:col-span-2'}
      label={t(`form.${name}`)}
      error={errorText(formState.errors.bankAccount?.[name], kind)}
      {...register(`bankAccount.${name}`)}
    />
  )
}

function PixField() {
  const { t } = useTranslation('receivers')
  const errorText = useErrorText()
  const { register, formState } = useFormContext<ReceiverForm>()
  return (
    <TextField
      autoComplete="off"
      fieldClassName="md:col-span-6"
      label={t('form.pixCode')}
      error={errorText(formState.errors.bankAccount?.pixCode)}
      {...register('bankAccount.pixCode')}
    />
  )
}
