import { type InputHTMLAttributes, type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { defined } from '../../../domain/defined.ts'
import { MAX_AMOUNT } from '../../../domain/money.ts'
import { useFormat } from '../i18n/format.ts'
import { cx } from './class-names.ts'
import { CONTROL, Field, type FieldTexts } from './field.tsx'

/** Why what was typed or pasted did not go in: it is no amount, or more than the contract allows. */
type Refused = 'noAmount' | 'tooMuch'

type MoneyFieldProps = FieldTexts &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'value' | 'onChange'> & {
    /** Integer cents. */
    value: number
    onValueChange: (cents: number) => void
    ref?: Ref<HTMLInputElement>
    fieldClassName?: string
  }

/**
 * Typed as at a cash register: digits come in from the right, so no comma is typed. What is typed or pasted and is part of no amount,
 * or makes too large a one, changes nothing, and the field says so until it is changed otherwise or entered again.
 */
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
  const { t } = useTranslation('common')
  const { money } = useFormat()
  const [refused, setRefused] = useState<Refused>()
  const take = (read: number | Refused) => {
    setRefused(typeof read === 'number' ? undefined : read)
    if (typeof read === 'number') onValueChange(read)
  }
  return (
    <Field
      label={label}
      error={error ?? (refused && t(refused, { most: money(MAX_AMOUNT) }))}
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
            const read = typedCents(`${value}${typed}`)
            if (typeof read === 'number') onValueChange(read)
            else setRefused(read)
          }}
          onPaste={(event) => {
            if (event.currentTarget.readOnly) return
            event.preventDefault()
            take(amountOf(event.clipboardData.getData('text')))
          }}
          onChange={({ target }) => take(typedCents(target.value))}
          onFocus={({ target }) => {
            setRefused(undefined)
            // An amount that stands there already is replaced by what is typed, not made longer.
            target.setSelectionRange(value > 0 ? 0 : target.value.length, target.value.length)
          }}
        />
      )}
    </Field>
  )
}

/** What was pasted as an amount, "1.234,56" or "1234.56" or "12,5", in cents. */
export function amountOf(text: string): number | Refused {
  const bare = text.replace(/^\s*(R\$|BRL)?\s*|\s+$/g, '')
  const match = /^(\d{1,3}(?:\.\d{3})+|\d+)(?:,(\d{1,2}))?$/.exec(bare) ?? /^(\d+)\.(\d{1,2})$/.exec(bare)
  return match ? typedCents(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`) : 'noAmount'
}

/** The digits of what stands in the field, as cents, whatever separates them; `noAmount` where there is more, as in "1e9" or "-5". */
export function typedCents(text: string): number | Refused {
  const digits = text.replace(/R\$|[\s.,]/g, '').replace(/^0+/, '')
  if (!/^\d*$/.test(digits)) return 'noAmount'
  return Number(digits) <= MAX_AMOUNT ? Number(digits) : 'tooMuch'
}
