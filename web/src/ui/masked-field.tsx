import { type InputHTMLAttributes, type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react'
import { defined } from '../../../domain/defined.ts'
import { cx } from './class-names.ts'
import { CONTROL, Field, type FieldTexts } from './field.tsx'
import { caretAfter, countSignificant, type Mask } from './masks.ts'

export type MaskedFieldProps = FieldTexts &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> & {
    mask: Mask
    value: string
    onValueChange: (value: string) => void
    ref?: Ref<HTMLInputElement>
    /** A button in the field, at its end. */
    aside?: ReactNode
  }

/** Formats while one types; the caret stays where it was among the characters that count. */
export function MaskedField({
  label,
  required,
  error,
  helper,
  mask,
  value,
  onValueChange,
  ref,
  aside,
  ...input
}: MaskedFieldProps) {
  const element = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  useImperativeHandle(ref, () => element.current as HTMLInputElement)
  useLayoutEffect(() => {
    if (caret.current !== null) element.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  return (
    <Field label={label} error={error} helper={helper} {...defined({ required })}>
      {(control) => (
        <div className="relative">
          <input
            type="text"
            autoComplete="off"
            {...input}
            {...control}
            ref={element}
            value={value}
            className={cx(CONTROL, 'figures', aside !== undefined && 'pr-10')}
            onChange={({ target }) => {
              const masked = mask(target.value)
              // Where nothing was changed it stands right, also behind a sign that does not count.
              if (masked !== target.value) {
                caret.current = caretAfter(masked, countSignificant(target.value.slice(0, target.selectionStart ?? 0)))
              }
              onValueChange(masked)
            }}
          />
          {aside}
        </div>
      )}
    </Field>
  )
}
