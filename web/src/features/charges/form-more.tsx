import { Controller, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { stateOfZipCode } from '../../../../domain/zip-code-state.ts'
import { MaskedField } from '../../ui/masked-field.tsx'
import { maskZipCode } from '../../ui/masks.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useErrorText } from '../../ui/use-error-text.ts'
import { MetadataFields } from '../metadata/fields.tsx'
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
          type="url"
          label={t('form.webhookUrl')}
          helper={t('form.webhookHelper')}
          placeholder="https://"
          error={errorText(errors.webhookUrl, 'uri')}
          {...register('webhookUrl')}
        />
        <TextField
          fieldClassName="md:col-span-2"
          label={t('form.description')}
          helper={t('form.descriptionHelper')}
          error={errorText(errors.description)}
          {...register('description')}
        />
      </div>
      <AddressFields required={required} />
      <SplitFields />
      <MetadataFields />
    </div>
  )
}

function AddressFields({ required }: Required) {
  const { t } = useTranslation('charges')
  const errorText = useErrorText()
  const { register, formState, getValues, setValue } = useFormContext<ChargeForm>()
  const errors = formState.errors.address
  const fillState = (zipCode: string) => {
    const state = stateOfZipCode(zipCode)
    if (state && getValues('address.state').trim() === '') setValue('address.state', state)
  }
  const isRequired = required.includes('address.zipCode')
  return (
    <fieldset className="grid gap-4 md:grid-cols-6">
      <legend className="mb-4 text-sm font-semibold">
        {t('form.address')}
        <span className="mt-1 block text-[0.8125rem] font-normal text-ink-soft">
          {t(isRequired ? 'form.addressRequired' : 'form.addressHelper')}
        </span>
      </legend>
      <div className="md:col-span-2">
        <Controller<ChargeForm, 'address.zipCode'>
          name="address.zipCode"
          render={({ field }) => (
            <MaskedField
              required={isRequired}
              ref={field.ref}
              name={field.name}
              inputMode="numeric"
              label={t('form.zipCode')}
              mask={maskZipCode}
              value={field.value}
              onValueChange={(zipCode) => {
                field.onChange(zipCode)
                fillState(zipCode)
              }}
              onBlur={field.onBlur}
              placeholder="00000-000"
              error={errorText(errors?.zipCode, 'zipCode')}
            />
          )}
        />
      </div>
      <TextField
        required={isRequired}
        fieldClassName="md:col-span-3"
        label={t('form.street')}
        error={errorText(errors?.address)}
        {...register('address.address')}
      />
      <TextField
        required={isRequired}
        fieldClassName="md:col-span-1"
        label={t('form.number')}
        error={errorText(errors?.number)}
        {...register('address.number')}
      />
      <TextField
        required={isRequired}
        fieldClassName="md:col-span-2"
        label={t('form.district')}
        error={errorText(errors?.district)}
        {...register('address.district')}
      />
      <TextField
        required={isRequired}
        fieldClassName="md:col-span-3"
        label={t('form.city')}
        error={errorText(errors?.city)}
        {...register('address.city')}
      />
      <TextField
        required={isRequired}
        fieldClassName="md:col-span-1"
        label={t('form.state')}
        maxLength={2}
        className="uppercase"
        error={errorText(errors?.state, 'state')}
        {...register('address.state')}
      />
    </fieldset>
  )
}
