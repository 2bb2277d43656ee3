import type { InputHTMLAttributes, Ref } from 'react'
import { defined } from '../../../domain/defined.ts'
import { useFormat } from '../i18n/format.ts'
import { cx } from './class-names.ts'
import { CONTROL, Field, type FieldTexts } from './field.tsx'

/** R$ 999.999.999,99: what the contract allows at most. */
const MAX_DIGITS = 11

type MoneyFieldProps = FieldTexts &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> & {
    /** Integer cents. */
    value: number
    onValueChange: (cents: number) => void
    ref?: Ref<HTMLInputElement>
    fieldClassName?: string
  }

/** Typed as at a cash register: digits come in from the right, so no comma is typed. */
export function MoneyField({
  label,
  required,
  error,
  helper,
  value,
  onValueChange,
  fieldClassName,
  className,
  ...input
}: MoneyFieldProps) {
  const { money } = useFormat()
  return (
    <Field
      label={label}
      error={error}
      helper={helper}
      {...defined({ required })}
      {...defined({ className: fieldClassName })}
    >
      {(control) => (
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          {...input}
          {...control}
          value={money(value)}
          className={cx(CONTROL, 'figures', className)}
          onBeforeInput={(event) => {
            // A digit comes in from the right, wherever the caret happens to stand; a selection is replaced as usual.
            const { selectionStart, selectionEnd } = event.currentTarget
            const typed = (event as unknown as { data: string | null }).data ?? ''
            if (selectionStart !== selectionEnd || !/^\d+$/.test(typed)) return
            event.preventDefault()
            onValueChange(centsOf(`${value}${typed}`))
          }}
          onPaste={(event) => {
            if (event.currentTarget.readOnly) return
            const pasted = amountOf(event.clipboardData.getData('text'))
            if (pasted === undefined) return
            event.preventDefault()
            onValueChange(pasted)
          }}
          onChange={({ target }) => onValueChange(centsOf(target.value))}
          // An amount that stands there already is replaced by what is typed, not made longer.
          onFocus={({ target }) => target.setSelectionRange(value > 0 ? 0 : target.value.length, target.value.length)}
        />
      )}
    </Field>
  )
}

/** What was pasted as an amount, "1.234,56" or "1234.56" or "12,5"; undefined when it reads as none. */
export function amountOf(text: string): number | undefined {
  const bare = text.replace(/^\s*(R\$|BRL)?\s*|\s+$/g, '')
  const match = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/.exec(bare) ?? /^(\d+)\.(\d{1,2})$/.exec(bare)
  if (!match) return undefined
  return centsOf(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`)
}

/** The digits of what was typed, as cents. */
export function centsOf(text: string): number {
  return Number(text.replace(/\D/g, '').replace(/^0+/, '').slice(0, MAX_DIGITS) || '0')
}
