import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { PAYMENT_METHODS, type PaymentMethod } from '../../api/contract.ts'
import { FieldNote } from '../../ui/field.tsx'
import { NotPayable } from './not-payable.tsx'

interface MethodsFieldProps {
  value: readonly PaymentMethod[]
  onValueChange: (methods: readonly PaymentMethod[]) => void
  error: string | undefined
}

/** How buyers may pay: at least one way. */
export function MethodsField({ value, onValueChange, error }: MethodsFieldProps) {
  const { t } = useTranslation('selling')
  const noteId = useId()
  const wrong = error ? ({ 'aria-invalid': true, 'aria-describedby': noteId } as const) : {}
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-[0.8125rem] font-medium">{t('column.methods')}</legend>
      {PAYMENT_METHODS.map((method) => (
        <label key={method} className="flex min-h-8 cursor-pointer items-center gap-2">
          <input
            type="checkbox"
            {...wrong}
            className="size-4 accent-accent"
            checked={value.includes(method)}
            onChange={({ target }) =>
              onValueChange(PAYMENT_METHODS.filter((each) => (each === method ? target.checked : value.includes(each))))
            }
          />
          {t(`method.${method}`)}
        </label>
      ))}
      <FieldNote id={noteId} error={error} helper={undefined} />
      <NotPayable methods={value} />
    </fieldset>
  )
}
