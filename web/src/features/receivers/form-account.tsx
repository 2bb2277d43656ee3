import { useQuery } from '@tanstack/react-query'
import { Controller, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { MoneyField } from '../../ui/money-field.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useErrorText } from '../../ui/use-error-text.ts'
import { providerQueries } from '../providers/queries.ts'
import type { ReceiverForm } from './form-values.ts'

/** Only accounts whose provider opens receivers; what one provider alone asks for comes with its choice. */
export function AccountFields() {
  const { t } = useTranslation(['receivers', 'charges'])
  const errorText = useErrorText()
  const { control, setValue } = useFormContext<ReceiverForm>()
  const requires = useWatch({ control, name: 'requires' })
  const catalog = useQuery(providerQueries.catalog())
  const accounts = useQuery(providerQueries.accounts())
  const providers = new Map(catalog.data?.data.map((one) => [one.code, one]))
  const suitable = (accounts.data?.data ?? []).filter(
    (account) => account.enabled && providers.get(account.provider)?.operations.includes('createReceiver'),
  )
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Controller<ReceiverForm, 'providerAccountId'>
        name="providerAccountId"
        render={({ field: { ref, value, onChange, onBlur }, fieldState }) => (
          <SelectField
            ref={ref}
            required
            label={t('charges:form.account')}
            helper={t('form.accountHelper')}
            error={errorText(fieldState.error)}
            options={suitable.map((account) => ({
              value: account.id,
              label: account.name,
              hint: providers.get(account.provider)?.name ?? account.provider,
            }))}
            value={value}
            onValueChange={(chosen) => {
              const provider = suitable.find(({ id }) => id === chosen)?.provider
              setValue('requires', (provider && providers.get(provider)?.receiverRequires) || [])
              onChange(chosen)
            }}
            onBlur={onBlur}
          />
        )}
      />
      {requires.includes('income') && (
        <Controller<ReceiverForm, 'providerData.incomeValue'>
          name="providerData.incomeValue"
          render={({ field, fieldState }) => (
            <MoneyField
              required
              ref={field.ref}
              label={t('form.income')}
              helper={t('form.incomeHelper')}
              value={field.value}
              onValueChange={field.onChange}
              onBlur={field.onBlur}
              error={errorText(fieldState.error, 'amount')}
            />
          )}
        />
      )}
    </div>
  )
}
