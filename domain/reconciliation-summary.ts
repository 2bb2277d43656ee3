/** The result of a day's reconciliation, per account and in total. */
import { DIFFERENCES, type Difference } from './reconciliation.ts'

/** One kind of difference at one account. Amounts are integer cents: the amount at stake or, for `amount`, the difference. */
export interface DifferenceFigures {
  /** Found on that day. */
  found: number
  foundAmount: number
  /** Resolved on that day, automatically or by an operator. */
  resolved: number
  /** Open at the end of that day. */
  open: number
  openAmount: number
}

export interface AccountSummary {
  providerAccountId: string
  provider: string
  /** Movements whose last reading was on that day. */
  compared: number
  differences: Record<Difference, DifferenceFigures>
}

export interface SummaryTotals extends DifferenceFigures {
  compared: number
}

const NONE: DifferenceFigures = { found: 0, foundAmount: 0, resolved: 0, open: 0, openAmount: 0 }
const FIGURES = [
  'found',
  'foundAmount',
  'resolved',
  'open',
  'openAmount',
] as const satisfies readonly (keyof DifferenceFigures)[]

/** @param of returns undefined if there are no differences of that kind. */
export function differencesBy(of: (kind: Difference) => DifferenceFigures | undefined): AccountSummary['differences'] {
  const figures = (kind: Difference) => {
    const some = of(kind) ?? NONE
    return Object.fromEntries(FIGURES.map((name) => [name, some[name]])) as unknown as DifferenceFigures
  }
  return Object.fromEntries(DIFFERENCES.map((kind) => [kind, figures(kind)])) as AccountSummary['differences']
}

export function totalsOf(accounts: readonly AccountSummary[]): SummaryTotals {
  const all = accounts.flatMap(({ differences }) => Object.values(differences))
  const sum = (name: keyof DifferenceFigures) => all.reduce((total, figures) => total + figures[name], 0)
  return {
    compared: accounts.reduce((total, { compared }) => total + compared, 0),
    found: sum('found'),
    foundAmount: sum('foundAmount'),
    resolved: sum('resolved'),
    open: sum('open'),
    openAmount: sum('openAmount'),
  }
}
