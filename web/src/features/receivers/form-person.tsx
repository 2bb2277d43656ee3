import { Controller, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { stateOfZipCode } from '../../../../domain/zip-code-state.ts'
import { MaskedField } from '../../ui/masked-field.tsx'
import { maskDocument, maskZipCode } from '../../ui/masks.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useErrorText } from '../../ui/use-error-text.ts'
import type { ReceiverForm } from './form-values.ts'

export function PersonFields() {
  const { t } = useTranslation(['receivers', 'charges'])
  const errorText = useErrorText()
  const { register, formState } = useFormContext<ReceiverForm>()
  const { errors } = formState
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <TextField
        required
        autoComplete="off"
        label={t('charges:form.name')}
        error={errorText(errors.name)}
        {...register('name')}
      />
      <Controller<ReceiverForm, 'document'>
        name="document"
        render={({ field }) => (
          <MaskedField
            required
            ref={field.ref}
            name={field.name}
            label={t('charges:form.document')}
            mask={maskDocument}
            value={field.value}
            onValueChange={field.onChange}
            onBlur={field.onBlur}
            placeholder="000.000.000-00"
            error={errorText(errors.document, 'document')}
          />
        )}
      />
      <TextField
        required
        type="email"
        autoComplete="off"
        label={t('charges:form.email')}
        error={errorText(errors.email, 'email')}
        {...register('email')}
      />
      <TextField
        autoComplete="off"
        label={t('form.description')}
        helper={t('form.descriptionHelper')}
        error={errorText(errors.description)}
        {...register('description')}
      />
    </div>
  )
}

export function AddressFields() {
  const { t } = useTranslation('charges')
  const errorText = useErrorText()
  const { register, formState, getValues, setValue } = useFormContext<ReceiverForm>()
  const errors = formState.errors.address
  const fillState = (zipCode: string) => {
    const state = stateOfZipCode(zipCode)
    if (state && getValues('address.state').trim() === '') setValue('address.state', state)
  }
  const text = (name: 'street' | 'number' | 'district' | 'city', fieldClassName: string) => (
    <TextField
      required
      autoComplete="off"
      fieldClassName={fieldClassName}
      label={t(`form.${name}`)}
      error={errorText(errors?.[name])}
      {...register(`address.${name}`)}
    />
  )
  return (
    <div className="grid gap-4 md:grid-cols-6">
      <div className="md:col-span-2">
        <Controller<ReceiverForm, 'address.zipcode'>
          name="address.zipcode"
          render={({ field }) => (
            <MaskedField
              required
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
              error={errorText(errors?.zipcode, 'zipCode')}
            />
          )}
        />
      </div>
      {text('street', 'md:col-span-3')}
      {text('number', 'md:col-span-1')}
      {text('district', 'md:col-span-2')}
      {text('city', 'md:col-span-3')}
      <TextField
        required
        autoComplete="off"
        fieldClassName="md:col-span-1"
        label={t('form.state')}
        maxLength={2}
        className="uppercase"
        error={errorText(errors?.state, 'state')}
        {...register('address.state')}
      />
    </div>
  )
}
