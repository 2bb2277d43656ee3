/** What some providers register: of an individual, or of a company and its partners. */
import { useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { TextField } from '../../ui/text-field.tsx'
import { useErrorText } from '../../ui/use-error-text.ts'
import { AmountField, IndividualFields, PhoneField } from './form-individual.tsx'
import { PartnerFields } from './form-partners.tsx'
import type { ReceiverForm } from './form-values.ts'
import { typedType } from './typed-type.ts'

export function RegistrationFields() {
  const { t } = useTranslation('receivers')
  const { control } = useFormContext<ReceiverForm>()
  const document = useWatch({ control, name: 'document' })
  if (typedType(document) === 'CNPJ') return <CompanyFields />
  return (
    <div className="grid gap-4">
      <p className="text-[0.8125rem] text-ink-faint">{t('form.registration.hint')}</p>
      <div className="grid gap-4 md:grid-cols-2">
        <IndividualFields at="providerData" />
      </div>
    </div>
  )
}

function CompanyFields() {
  const { t } = useTranslation('receivers')
  const errorText = useErrorText()
  const { register, getFieldState, formState } = useFormContext<ReceiverForm>()
  return (
    <div className="grid gap-6">
      <div className="grid gap-4 md:grid-cols-2">
        <TextField
          required
          autoComplete="off"
          label={t('form.registration.tradingName')}
          helper={t('form.registration.tradingNameHelper')}
          error={errorText(getFieldState('providerData.tradingName', formState).error)}
          {...register('providerData.tradingName')}
        />
        <AmountField name="providerData.annualRevenue" label={t('form.registration.annualRevenue')} />
        <PhoneField name="providerData.mobilePhone" />
      </div>
      <PartnerFields />
    </div>
  )
}
