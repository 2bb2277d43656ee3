/** The currency that the overview is about, kept in the address: amounts are never added across currencies. */
import { CURRENCIES, type Currency } from '../../../../domain/money.ts'

export const USUAL_CURRENCY: Currency = 'BRL'

export const currencyOf = (search: URLSearchParams): Currency =>
  CURRENCIES.find((known) => known === search.get('currency')) ?? USUAL_CURRENCY
