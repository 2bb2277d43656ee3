import { useQueries } from '@tanstack/react-query'
import { CURRENCIES, type Currency } from '../../../../domain/money.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Days } from '../../ui/period.ts'
import { useAddress } from '../../ui/use-address.ts'
import { currencyOf, USUAL_CURRENCY } from './currency.ts'
import { analyticsQueries } from './queries.ts'

/** Writes amounts of the currency that is looked at. */
export function useOverviewMoney() {
  const { money, compactMoney } = useFormat()
  const [search] = useAddress()
  const currency = currencyOf(search)
  return {
    currency,
    money: (amount: number) => money(amount, currency),
    compactMoney: (amount: number) => compactMoney(amount, currency),
  }
}

/**
 * Those in which charges were made in the period, and the one that is looked at.
 * @param isAsked false until the page has its own figures: these come after them.
 */
export function useCurrencies(days: Days, chosen: Currency, isAsked: boolean): readonly Currency[] {
  const others = CURRENCIES.filter((currency) => currency !== USUAL_CURRENCY)
  const answers = useQueries({
    queries: others.map((currency) => ({ ...analyticsQueries.occurring(days, currency), enabled: isAsked })),
  })
  const found = others.filter((_, at) => (answers[at]?.data?.total.created ?? 0) > 0)
  return CURRENCIES.filter((one) => one === USUAL_CURRENCY || one === chosen || found.includes(one))
}
