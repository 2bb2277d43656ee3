/** The result of a day's reconciliation, per account and in total. */
import type { Currency } from './money.ts'
import { DIFFERENCES, type Difference } from './reconciliation.ts'

/** What is at stake in one currency or, of another amount, the difference. Integer cents. */
export interface AmountsAtStake {
  currency: Currency
  foundAmount: number
  openAmount: number
}

/** One kind of difference at one account. */
export interface DifferenceFigures {
  /** Found on that day. */
  found: number
  /** Resolved on that day, automatically or by an operator. */
  resolved: number
  /** Open at the end of that day. */
  open: number
  /** Of those found and those open, by currency. */
  amounts: AmountsAtStake[]
}

export interface AccountSummary {
  providerAccountId: string
  provider: string
  /** Movements whose last reading was on that day; null if the day was made up for later, when others had taken their place. */
  compared: number | null
  differences: Record<Difference, DifferenceFigures>
}

export interface SummaryTotals extends DifferenceFigures {
  compared: number | null
}

/** @param of the figures of that kind, in parts. */
export function differencesBy(of: (kind: Difference) => readonly DifferenceFigures[]): AccountSummary['differences'] {
  return Object.fromEntries(DIFFERENCES.map((kind) => [kind, together(of(kind))])) as AccountSummary['differences']
}

export function totalsOf(accounts: readonly AccountSummary[]): SummaryTotals {
  const compared = accounts.reduce<number | null>(
    (total, account) => (total === null || account.compared === null ? null : total + account.compared),
    0,
  )
  return { compared, ...together(accounts.flatMap(({ differences }) => Object.values(differences))) }
}

/** Amounts of two currencies are never added. */
function together(parts: readonly DifferenceFigures[]): DifferenceFigures {
  const sum = (name: 'found' | 'resolved' | 'open') => parts.reduce((total, part) => total + part[name], 0)
  const byCurrency = Map.groupBy(
    parts.flatMap(({ amounts }) => amounts),
    ({ currency }) => currency,
  )
  const amounts = [...byCurrency].map(([currency, some]) => ({
    currency,
    foundAmount: some.reduce((total, { foundAmount }) => total + foundAmount, 0),
    openAmount: some.reduce((total, { openAmount }) => total + openAmount, 0),
  }))
  return {
    found: sum('found'),
    resolved: sum('resolved'),
    open: sum('open'),
    amounts: amounts.toSorted((one, other) => (one.currency < other.currency ? -1 : 1)),
  }
}
