/** The order in which accounts are tried, and what changes when one is moved. */
import type { ProviderAccount } from '../../api/contract.ts'

type Placed = Pick<ProviderAccount, 'id' | 'priority' | 'name'>

const STEP = 10
const LAST = 10_000

export function inOrder<Account extends Placed>(accounts: readonly Account[]): Account[] {
  return accounts.toSorted((one, other) => one.priority - other.priority || one.name.localeCompare(other.name))
}

/** The priorities to set so that `id` is tried one place earlier, or later; none where there is no such place. */
export function moved(accounts: readonly Placed[], id: string, by: -1 | 1): { id: string; priority: number }[] {
  const order = inOrder(accounts)
  const place = order.findIndex((account) => account.id === id)
  const account = order[place]
  const other = order[place + by]
  if (!account || !other) return []
  if (account.priority !== other.priority) {
    return [
      { id, priority: other.priority },
      { id: other.id, priority: account.priority },
    ]
  }
  const wanted = order.with(place + by, account).with(place, other)
  return wanted
    .map((each, index) => ({ ...each, wanted: (index + 1) * STEP }))
    .filter(({ priority, wanted }) => priority !== wanted)
    .map(({ id, wanted }) => ({ id, priority: wanted }))
}

/** Of an account that is new: after all others. */
export function lastPlace(accounts: readonly Placed[]): number {
  return Math.min(LAST, Math.max(0, ...accounts.map(({ priority }) => priority)) + STEP)
}
