import { useTranslation } from 'react-i18next'
import type { CheckoutPage } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'
import { cx } from '../../ui/class-names.ts'
import { CONTROL, Field } from '../../ui/field.tsx'

interface InstallmentsFieldProps {
  options: CheckoutPage['installments']
  count: number
  onCount: (count: number) => void
}

/** In how many the card pays: what each choice comes to adds up to its total, and where that is uneven it says why. */
export function InstallmentsField({ options, count, onCount }: InstallmentsFieldProps) {
  const { t } = useTranslation('buy')
  const { money, installments } = useFormat()
  const chosen = options.find(({ installmentNumber }) => installmentNumber === count)
  const isUneven = chosen !== undefined && chosen.finalValue % count !== 0
  return (
    <Field
      label={t('installments')}
      helper={isUneven ? t('uneven', { count, total: money(chosen.finalValue) }) : undefined}
    >
      {(control) => (
        <select
          {...control}
          className={cx(CONTROL, 'truncate')}
          value={count}
          onChange={({ target }) => onCount(Number(target.value))}
        >
          {options.map(({ installmentNumber, finalValue }) => {
            const parts = installments(finalValue, installmentNumber)
            return (
              <option key={installmentNumber} value={installmentNumber}>
                {installmentNumber === 1 ? parts : t('installment', { installments: parts, total: money(finalValue) })}
              </option>
            )
          })}
        </select>
      )}
    </Field>
  )
}
