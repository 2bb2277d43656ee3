/** How many charges a tab of the list has, and what they come to. */
import { isPaid } from '../../../../domain/charge.ts'
import type { ChargeTotals, Currency } from '../../api/contract.ts'
import type { ChargeFilters } from './filters.ts'

export type Tab = Pick<ChargeFilters, 'status' | 'ending' | 'needsAttention'>

export interface TabTotal {
  count: number
  /** One for each currency that occurs. */
  amounts: CurrencyTotal[]
}

interface CurrencyTotal {
  currency: Currency
  /** Of all of them, paid or not. */
  amount: number
  /** Of those that buyers have paid, whatever went back since. */
  paidAmount: number
  refundedAmount: number
}

/** The number of charges, up to a limit for a long list. Undefined while unknown. */
export function countOfTab(totals: ChargeTotals | undefined, tab: Tab): { count: number; isMore: boolean } | undefined {
  if (!totals || totals.isComplete) {
    const exact = totalOfTab(totals, tab)
    return exact && { count: exact.count, isMore: false }
  }
  const name = tab.needsAttention ? 'needsAttention' : (tab.ending ?? tab.status)
  return name === null ? totals.total : totals.tabs.find((known) => known.name === name)
}

/** Undefined while it is not known, or there are too many to add up. */
export function totalOfTab(totals: ChargeTotals | undefined, tab: Tab): TabTotal | undefined {
  if (!totals?.isComplete) return undefined
  const parts = totals.data.filter(
    ({ status, ending, needsAttention }) =>
      (tab.status ?? status) === status && (tab.ending ?? ending) === ending && (!tab.needsAttention || needsAttention),
  )
  const currencies = [...new Set(parts.map(({ currency }) => currency))]
  return {
    count: parts.reduce((sum, { count }) => sum + count, 0),
    amounts: currencies.map((currency) => {
      const own = parts.filter((part) => part.currency === currency)
      return {
        currency,
        amount: sumOf(own, 'amount'),
        paidAmount: sumOf(
          own.filter(({ status }) => isPaid(status)),
          'amount',
        ),
        refundedAmount: sumOf(own, 'refundedAmount'),
      }
    }),
  }
}

type Part = ChargeTotals['data'][number]

const sumOf = (parts: readonly Part[], of: 'amount' | 'refundedAmount') =>
  parts.reduce((sum, part) => sum + part[of], 0)
