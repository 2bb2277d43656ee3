import { type FieldPathByValue, type FieldValues, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { stateOfZipCode } from '../../../../domain/zip-code-state.ts'
import { MaskedInput } from '../../ui/masked-input.tsx'
import { maskZipCode } from '../../ui/masks.ts'
import { TextField } from '../../ui/text-field.tsx'
import { useErrorText } from '../../ui/use-error-text.ts'

const PARTS = ['zipCode', 'street', 'number', 'district', 'city', 'state'] as const
type Part = (typeof PARTS)[number]

const WIDTHS = {
  zipCode: 'md:col-span-2',
  street: 'md:col-span-4',
  number: 'md:col-span-3',
  district: 'md:col-span-3',
  city: 'md:col-span-4',
  state: 'md:col-span-2',
} as const satisfies Record<Part, string>

interface AddressFieldsProps<Form extends FieldValues> {
  /** What the form calls each part. */
  names: Record<Part, FieldPathByValue<Form, string>>
  required: boolean
}

/** A Brazilian address, in six columns. */
export function AddressFields<Form extends FieldValues>({ names, required }: AddressFieldsProps<Form>) {
  const { t } = useTranslation('charges')
  const errorText = useErrorText()
  const { register, formState, getFieldState, getValues, setValue } = useFormContext<FieldValues>()
  const nameOf: Record<Part, string> = names
  const fillState = (zipCode: string) => {
    const state = stateOfZipCode(zipCode)
    if (state && getValues(nameOf.state).trim() === '') setValue(nameOf.state, state)
  }
  return PARTS.map((part) =>
    part === 'zipCode' ? (
      <div key={part} className={WIDTHS[part]}>
        <MaskedInput<Form>
          required={required}
          name={names[part]}
          inputMode="numeric"
          label={t('form.zipCode')}
          mask={maskZipCode}
          onTyped={fillState}
          placeholder="00000-000"
          kind="zipCode"
        />
      </div>
    ) : (
      <TextField
        key={part}
        required={required}
        autoComplete="off"
        fieldClassName={WIDTHS[part]}
        label={t(`form.${part}`)}
        error={errorText(getFieldState(nameOf[part], formState).error, part === 'state' ? part : undefined)}
        {...(part === 'state' ? { maxLength: 2, className: 'uppercase' } : {})}
        {...register(nameOf[part])}
      />
    ),
  )
}
