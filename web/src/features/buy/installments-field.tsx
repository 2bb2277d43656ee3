import { useTranslation } from 'react-i18next'
import { installmentParts } from '../../../../domain/installments.ts'
import { type CheckoutPage, cents } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { cx } from '../../ui/class-names.ts'
import { CONTROL, Field } from '../../ui/field.tsx'

interface InstallmentsFieldProps {
  options: CheckoutPage['installments']
  /** Without interest. Integer cents. */
  price: number
  count: number
  onCount: (count: number) => void
}

/**
 * In how many the card pays. A choice is as short as a phone shows it; below it stands what is left of the chosen one: the installment
 * that is uneven, and a total with interest, which a long choice is cut at.
 */
export function InstallmentsField({ options, price, count, onCount }: InstallmentsFieldProps) {
  const { t } = useTranslation('buy')
  const { money, installments } = useFormat()
  const chosen = options.find(({ installmentNumber }) => installmentNumber === count)
  const notes = () => {
    if (!chosen) return []
    const { finalValue } = chosen
    const { odd } = installmentParts(cents(finalValue), count)
    return [
      ...(odd === undefined ? [] : [t('uneven', { odd: money(odd) })]),
      ...(finalValue > price ? [t('withInterest', { total: money(finalValue) })] : []),
    ]
  }
  return (
    <Field label={t('installments')} helper={notes().join(' ') || undefined}>
      {(control) => (
        <select
          {...control}
          className={cx(CONTROL, 'truncate')}
          value={count}
          onChange={({ target }) => onCount(Number(target.value))}
        >
          {options.map(({ installmentNumber, finalValue }) => {
            const { value } = installmentParts(cents(finalValue), installmentNumber)
            const words = { number: installmentNumber, value: money(value), total: money(finalValue) }
            return (
              <option key={installmentNumber} value={installmentNumber}>
                {installmentNumber === 1 ? installments(finalValue, 1) : t('installment', words)}
              </option>
            )
          })}
        </select>
      )}
    </Field>
  )
}
