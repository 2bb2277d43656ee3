/** What the period of the list of charges is of: their creation, or their payment. */
import { withName } from '../../ui/use-address.ts'
import type { ChargeFilters } from './filters.ts'

/** The same address for those made, or paid, in the period. The order goes with it: one list's may be too much for the other. */
export function withPeriodOf(search: URLSearchParams, periodOf: ChargeFilters['periodOf']): URLSearchParams {
  if (search.get('periodOf') === periodOf) return search
  return withName(withName(search, 'periodOf', periodOf), 'sort', null)
}

/** The same for all days, which are of those made. */
export const byCreation = (search: URLSearchParams) => withPeriodOf(search, null)
