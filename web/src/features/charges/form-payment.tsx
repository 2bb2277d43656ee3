import { useQuery } from '@tanstack/react-query'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { PAYMENT_METHODS, type PaymentMethod } from '../../api/contract.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { providerQueries } from '../providers/queries.ts'
import type { ChargeForm } from './form-values.ts'

/** Methods that no connected account takes are not offered, nor accounts that do not take the method. */
export function PaymentFields() {
  const { t } = useTranslation(['charges', 'common'])
  const { control, setValue } = useFormContext<ChargeForm>()
  const method = useWatch({ control, name: 'paymentMethod' })
  const { accounts, methodsOf, nameOf } = useAccounts()
  const offered = new Set<PaymentMethod>(['PIX', ...accounts.flatMap(({ provider }) => methodsOf(provider))])
  const suitable = accounts.filter(({ provider }) => methodsOf(provider).includes(method))
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
        render={({ field: { ref, value, onChange, onBlur } }) => (
          <SelectField
            ref={ref}
            clearable
            label={t('form.account')}
            placeholder={t('form.accountAuto')}
            helper={accounts.length === 0 ? t('form.noAccounts') : t('form.accountHelper')}
            options={suitable.map(({ id, name, provider }) => ({ value: id, label: name, hint: nameOf(provider) }))}
            value={value}
            onValueChange={onChange}
            onBlur={onBlur}
          />
        )}
      />
    </div>
  )
}

/** The accounts that take charges, and what their providers can do. */
function useAccounts() {
  const catalog = useQuery(providerQueries.catalog())
  const accounts = useQuery(providerQueries.accounts())
  const providers = new Map(catalog.data?.data.map((provider) => [provider.code, provider]))
  return {
    accounts: (accounts.data?.data ?? []).filter(({ enabled }) => enabled),
    methodsOf: (code: string): readonly PaymentMethod[] => providers.get(code)?.paymentMethods ?? [],
    nameOf: (code: string) => providers.get(code)?.name ?? code,
  }
}
