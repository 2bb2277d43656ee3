import { useQuery } from '@tanstack/react-query'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { PIX_KEY_TYPES, WITHDRAW_METHODS } from '../../api/contract.ts'
import { MaskedInput } from '../../ui/masked-input.tsx'
import { type Mask, maskDocument } from '../../ui/masks.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useErrorText } from '../../ui/use-error-text.ts'
import { providerQueries } from '../providers/queries.ts'
import { BANKS } from '../receivers/banks.ts'
import { ReceiverField } from '../receivers/receiver-field.tsx'
import { writtenKey } from './destination.ts'
import type { WithdrawalForm } from './form-values.ts'
import { KnownKey } from './known-key.tsx'

const ACCOUNT_TYPES = ['CHECKING', 'SAVINGS'] as const

/** Where the money goes: the fields follow the way of paying out. */
export function MethodFields() {
  const { t } = useTranslation('disbursements')
  const { control, setValue, getValues } = useFormContext<WithdrawalForm>()
  const [method, pixType] = useWatch({ control, name: ['paymentMethod', 'pixType'] })
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
            onChosen={(type) => setValue('pixKey', writtenKey(type, getValues('pixKey')))}
          />
          <Masked name="pixKey" required mask={(text) => writtenKey(pixType, text)} />
        </>
      )}
      {method === 'BANK_ACCOUNT' && (
        <>
          <BankField />
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
        <ReceiverChoice required />
      ) : (
        <>
          <Text name="name" required={method === 'BANK_ACCOUNT'} />
          <Masked name="document" required={method === 'BANK_ACCOUNT'} mask={maskDocument} />
          {method === 'PIX' && <ReceiverChoice required={false} />}
        </>
      )}
    </div>
  )
}

type TextName = 'branchNumber' | 'accountNumber' | 'name'

function Text({ name, required }: { name: TextName; required: boolean }) {
  const { t } = useTranslation('disbursements')
  const errorText = useErrorText()
  const { register, formState } = useFormContext<WithdrawalForm>()
  return (
    <TextField
      required={required}
      autoComplete="off"
      label={t(`form.${name}`)}
      error={errorText(formState.errors[name])}
      {...register(name)}
    />
  )
}

function Masked({ name, required, mask }: { name: 'pixKey' | 'document'; required: boolean; mask: Mask }) {
  const { t } = useTranslation('disbursements')
  return (
    <MaskedInput<WithdrawalForm> required={required} name={name} label={t(`form.${name}`)} mask={mask} kind={name} />
  )
}

function BankField() {
  const { t } = useTranslation(['disbursements', 'receivers'])
  const errorText = useErrorText()
  return (
    <Controller<WithdrawalForm, 'bankCode'>
      name="bankCode"
      render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
        <SelectField
          ref={ref}
          required
          label={t('receivers:form.bank')}
          placeholder={t('receivers:form.bankPlaceholder')}
          options={BANKS}
          value={value || null}
          onValueChange={(chosen) => onChange(chosen ?? '')}
          onBlur={onBlur}
          error={errorText(fieldState.error)}
        />
      )}
    />
  )
}

/** A receiver that was opened at the provider is not on our list. */
function ReceiverChoice({ required }: { required: boolean }) {
  const { t } = useTranslation('disbursements')
  const errorText = useErrorText()
  return (
    <Controller<WithdrawalForm, 'receiverId'>
      name="receiverId"
      render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
        <ReceiverField
          ref={ref}
          required={required}
          clearable={!required}
          label={t('form.receiverId')}
          helper={required ? undefined : t('form.receiverHelp')}
          placeholder={t('form.receiverPlaceholder')}
          asTyped={t('form.receiverAsTyped')}
          value={value || null}
          onValueChange={(chosen) => onChange(chosen ?? '')}
          onBlur={onBlur}
          error={errorText(fieldState.error)}
        />
      )}
    />
  )
}

interface ChoiceProps<Name extends 'paymentMethod' | 'pixType' | 'accountType'> {
  name: Name
  label: string
  options: readonly { value: WithdrawalForm[Name]; label: string }[]
  onChosen?: (value: WithdrawalForm[Name]) => void
}

function Choice<Name extends 'paymentMethod' | 'pixType' | 'accountType'>({
  name,
  label,
  options,
  onChosen,
}: ChoiceProps<Name>) {
  const errorText = useErrorText()
  return (
    <Controller<WithdrawalForm, 'paymentMethod' | 'pixType' | 'accountType'>
      name={name}
      render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
        <SelectField<string>
          ref={ref}
          required
          label={label}
          options={options}
          value={value}
          onValueChange={(chosen) => {
            if (chosen === null) return
            onChange(chosen)
            onChosen?.(chosen as WithdrawalForm[Name])
          }}
          onBlur={onBlur}
          error={errorText(fieldState.error)}
        />
      )}
    />
  )
}

/** Only accounts whose provider pays out in the chosen way. */
function AccountField() {
  const { t } = useTranslation(['disbursements', 'charges'])
  const errorText = useErrorText()
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
      render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
        <SelectField
          ref={ref}
          clearable
          error={errorText(fieldState.error)}
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
