import { useQuery } from '@tanstack/react-query'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { PIX_KEY_TYPES, WITHDRAW_METHODS } from '../../api/contract.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useErrorText } from '../../ui/use-error-text.ts'
import { providerQueries } from '../providers/queries.ts'
import type { WithdrawalForm } from './form-values.ts'
import { KnownKey } from './known-key.tsx'

const ACCOUNT_TYPES = ['CHECKING', 'SAVINGS'] as const

/** Where the money goes: the fields follow the way of paying out. */
export function MethodFields() {
  const { t } = useTranslation('disbursements')
  const { control, setValue } = useFormContext<WithdrawalForm>()
  const method = useWatch({ control, name: 'paymentMethod' })
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Choice
        name="paymentMethod"
        label={t('form.method')}
        options={WITHDRAW_METHODS.map((value) => ({ value, label: t(`method.${value}`) }))}
        onChosen={() => setValue('providerAccountId', null)}
      />
      <AccountField />
      {method === 'PIX' && (
        <>
          <KnownKey />
          <Choice
            name="pixType"
            label={t('form.pixType')}
            options={PIX_KEY_TYPES.map((value) => ({ value, label: t(`pixType.${value}`) }))}
          />
          <Text name="pixKey" required />
        </>
      )}
      {method === 'BANK_ACCOUNT' && (
        <>
          <Text name="bankCode" required />
          <Text name="branchNumber" required />
          <Text name="accountNumber" required />
          <Choice
            name="accountType"
            label={t('form.accountType')}
            options={ACCOUNT_TYPES.map((value) => ({ value, label: t(`accountType.${value}`) }))}
          />
        </>
      )}
      {method === 'RECEIVER' ? (
        <Text name="receiverId" required />
      ) : (
        <>
          <Text name="name" required={method === 'BANK_ACCOUNT'} />
          <Text name="document" required={method === 'BANK_ACCOUNT'} />
          {method === 'PIX' && <Text name="receiverId" required={false} />}
        </>
      )}
    </div>
  )
}

type TextName = 'pixKey' | 'bankCode' | 'branchNumber' | 'accountNumber' | 'receiverId' | 'name' | 'document'

function Text({ name, required }: { name: TextName; required: boolean }) {
  const { t } = useTranslation('disbursements')
  const errorText = useErrorText()
  const { register, formState } = useFormContext<WithdrawalForm>()
  const kind = name === 'document' || name === 'pixKey' ? name : undefined
  return (
    <TextField
      required={required}
      autoComplete="off"
      label={t(`form.${name}`)}
      error={errorText(formState.errors[name], kind)}
      {...register(name)}
    />
  )
}

interface ChoiceProps<Name extends 'paymentMethod' | 'pixType' | 'accountType'> {
  name: Name
  label: string
  options: readonly { value: WithdrawalForm[Name]; label: string }[]
  onChosen?: () => void
}

function Choice<Name extends 'paymentMethod' | 'pixType' | 'accountType'>({
  name,
  label,
  options,
  onChosen,
}: ChoiceProps<Name>) {
  return (
    <Controller<WithdrawalForm, 'paymentMethod' | 'pixType' | 'accountType'>
      name={name}
      render={({ field: { ref, value, onChange, onBlur } }) => (
        <SelectField<string>
          ref={ref}
          required
          label={label}
          options={options}
          value={value}
          onValueChange={(chosen) => {
            if (chosen === null) return
            onChange(chosen)
            onChosen?.()
          }}
          onBlur={onBlur}
        />
      )}
    />
  )
}

/** Only accounts whose provider pays out in the chosen way. */
function AccountField() {
  const { t } = useTranslation(['disbursements', 'charges'])
  const { control } = useFormContext<WithdrawalForm>()
  const method = useWatch({ control, name: 'paymentMethod' })
  const catalog = useQuery(providerQueries.catalog())
  const accounts = useQuery(providerQueries.accounts())
  const providers = new Map(catalog.data?.data.map((provider) => [provider.code, provider]))
  const suitable = (accounts.data?.data ?? []).filter(
    ({ enabled, provider }) => enabled && providers.get(provider)?.withdrawMethods.includes(method),
  )
  return (
    <Controller<WithdrawalForm, 'providerAccountId'>
      name="providerAccountId"
      render={({ field: { ref, value, onChange, onBlur } }) => (
        <SelectField
          ref={ref}
          clearable
          label={t('charges:form.account')}
          placeholder={t('charges:form.accountAuto')}
          options={suitable.map(({ id, name, provider }) => ({
            value: id,
            label: name,
            hint: providers.get(provider)?.name ?? provider,
          }))}
          value={value}
          onValueChange={onChange}
          onBlur={onBlur}
        />
      )}
    />
  )
}
