import type { KnownCustomer } from '../../api/contract.ts'
import { useFormat } from '../../i18n/format.ts'

type Total = KnownCustomer['totals'][number]

/** The customer's number of charges, in any currency. */
export const chargesOf = ({ totals }: KnownCustomer) => totals.reduce((sum, { charges }) => sum + charges, 0)

/** An amount of money in each currency that they were charged in. */
export function Sums({ of: totals, amountOf }: { of: readonly Total[]; amountOf: (total: Total) => number }) {
  const { money } = useFormat()
  return totals.map((total) => (
    <span key={total.currency} className="figures block">
      {money(amountOf(total), total.currency)}
    </span>
  ))
}
