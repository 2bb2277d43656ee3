import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { PAYMENT_METHODS, type PaymentMethod, type ProviderAccount } from '../../api/contract.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { useErrorText } from '../../ui/use-error-text.ts'
import type { ChargeForm } from './form-values.ts'
import { suitableAccounts } from './requirements.ts'
import { useAccounts } from './use-accounts.ts'

/** Methods that no connected account takes are not offered, nor accounts that do not take the method. */
export function PaymentFields() {
  const { t } = useTranslation(['charges', 'common'])
  const errorText = useErrorText()
  const { control, setValue } = useFormContext<ChargeForm>()
  const method = useWatch({ control, name: 'paymentMethod' })
  const known = useAccounts()
  const { accounts, providers } = known
  const suitable = suitableAccounts(known, method)
  const methodsOf = ({ provider }: ProviderAccount) => providers.get(provider)?.paymentMethods ?? []
  const offered = new Set<PaymentMethod>(['PIX', ...accounts.filter(({ enabled }) => enabled).flatMap(methodsOf)])
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Controller<ChargeForm, 'paymentMethod'>
        name="paymentMethod"
        render={({ field: { ref, value, onChange, onBlur } }) => (
          <SelectField
            ref={ref}
            required
            label={t('form.method')}
            options={PAYMENT_METHODS.filter((one) => offered.has(one)).map((one) => ({
              value: one,
              label: t(`common:method.${one}`),
            }))}
            value={value}
            onValueChange={(chosen) => {
              onChange(chosen ?? 'PIX')
              setValue('providerAccountId', null)
            }}
            onBlur={onBlur}
          />
        )}
      />
      <Controller<ChargeForm, 'providerAccountId'>
        name="providerAccountId"
        render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
          <SelectField
            ref={ref}
            clearable
            error={errorText(fieldState.error)}
            label={t('form.account')}
            placeholder={t('form.accountAuto')}
            helper={accounts.length === 0 ? t('form.noAccounts') : t('form.accountHelper')}
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
    </div>
  )
}
