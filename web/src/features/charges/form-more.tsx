import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Folded } from '../../ui/folded.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { useErrorText } from '../../ui/use-error-text.ts'
import { AddressFields } from '../addresses/fields.tsx'
import { MetadataFields } from '../metadata/fields.tsx'
import { mayOperate, useSession } from '../session/session-context.ts'
import { SplitFields } from './form-splits.tsx'
import type { ChargeForm } from './form-values.ts'
import type { Required } from './requirements.ts'

/** What few charges need. */
export function MoreFields({ required }: Required) {
  const { t } = useTranslation('charges')
  const errorText = useErrorText()
  const { register, formState } = useFormContext<ChargeForm>()
  const { errors } = formState
  return (
    <div className="grid gap-6">
      <div className="grid gap-4 md:grid-cols-2">
        <TextField label={t('form.orderId')} error={errorText(errors.orderId)} {...register('orderId')} />
        <TextField
          label={t('form.description')}
          helper={t('form.descriptionHelper')}
          error={errorText(errors.description)}
          {...register('description')}
        />
      </div>
      <BuyersAddress required={required} />
      <SplitFields />
      <MetadataFields />
      {mayOperate(useSession()) && <NoticeAddress />}
    </div>
  )
}

/** Of one charge, beside the endpoints that hear of all: for those who connect systems. */
function NoticeAddress() {
  const { t } = useTranslation('charges')
  const errorText = useErrorText()
  const { register, formState, getValues } = useFormContext<ChargeForm>()
  const [isTyped] = useState(() => getValues('webhookUrl') !== '')
  return (
    <Folded title={t('form.webhook')} open={isTyped}>
      <TextField
        type="url"
        label={t('form.webhookUrl')}
        helper={t('form.webhookHelper')}
        placeholder="https://"
        error={errorText(formState.errors.webhookUrl, 'uri')}
        {...register('webhookUrl')}
      />
    </Folded>
  )
}

const ADDRESS = {
  zipCode: 'address.zipCode',
  street: 'address.address',
  number: 'address.number',
  district: 'address.district',
  city: 'address.city',
  state: 'address.state',
} as const

function BuyersAddress({ required }: Required) {
  const { t } = useTranslation('charges')
  const isRequired = required.includes('address.zipCode')
  return (
    <fieldset className="grid gap-4 md:grid-cols-6">
      <legend className="mb-4 text-sm font-semibold">
        {t('form.address')}
        <span className="mt-1 block text-[0.8125rem] font-normal text-ink-soft">
          {t(isRequired ? 'form.addressRequired' : 'form.addressHelper')}
        </span>
      </legend>
      <AddressFields<ChargeForm> names={ADDRESS} required={isRequired} />
    </fieldset>
  )
}
