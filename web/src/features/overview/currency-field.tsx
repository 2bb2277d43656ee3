import { useTranslation } from 'react-i18next'
import type { Currency } from '../../../../domain/money.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { useAddress, withName } from '../../ui/use-address.ts'
import { currencyOf, USUAL_CURRENCY } from './currency.ts'

/** Nothing where all charges are in reais. */
export function CurrencyField({ currencies }: { currencies: readonly Currency[] }) {
  const { t } = useTranslation('overview')
  const [search, setSearch] = useAddress()
  if (currencies.length < 2) return null
  return (
    <SelectField
      hideLabel
      className="w-48"
      label={t('currencyLabel')}
      options={currencies.map((value) => ({ value, label: t(`currency.${value}`) }))}
      value={currencyOf(search)}
      onValueChange={(currency) =>
        setSearch((before) => withName(before, 'currency', currency === USUAL_CURRENCY ? null : currency))
      }
    />
  )
}
