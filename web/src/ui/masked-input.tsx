import { type FieldPathByValue, type FieldValues, useController } from 'react-hook-form'
import { MaskedField, type MaskedFieldProps } from './masked-field.tsx'
import { maskDocument } from './masks.ts'
import { type TextKey, useErrorText } from './use-error-text.ts'

interface MaskedInputProps<Form extends FieldValues>
  extends Omit<MaskedFieldProps, 'name' | 'value' | 'onValueChange' | 'error'> {
  name: FieldPathByValue<Form, string>
  /** What the text of an error speaks of. */
  kind?: TextKey
  onTyped?: (value: string) => void
}

/** A masked field of the form around it, which keeps its value and knows its error. */
export function MaskedInput<Form extends FieldValues>({ name, kind, onTyped, ...props }: MaskedInputProps<Form>) {
  const errorText = useErrorText()
  const { field, fieldState } = useController<Form>({ name })
  return (
    <MaskedField
      {...props}
      {...field}
      onValueChange={(value) => {
        field.onChange(value)
        onTyped?.(value)
      }}
      error={errorText(fieldState.error, kind)}
    />
  )
}

/** A CPF or CNPJ. */
export function DocumentInput<Form extends FieldValues>(props: Omit<MaskedInputProps<Form>, 'mask' | 'kind'>) {
  return <MaskedInput<Form> mask={maskDocument} kind="document" placeholder="000.000.000-00" {...props} />
}
