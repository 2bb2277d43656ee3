/** The order in which accounts are tried, and what changes when one is moved. */
import type { ProviderAccount } from '../../api/contract.ts'

type Placed = Pick<ProviderAccount, 'id' | 'priority' | 'name'>

const STEP = 10

export function inOrder<Account extends Placed>(accounts: readonly Account[]): Account[] {
  return accounts.toSorted((one, other) => one.priority - other.priority || one.name.localeCompare(other.name))
}

/** The priorities to set so that `id` is tried one place earlier; none where it is the first. */
export function movedUp(accounts: readonly Placed[], id: string): { id: string; priority: number }[] {
  const order = inOrder(accounts)
  const place = order.findIndex((account) => account.id === id)
  const moved = order[place]
  const before = order[place - 1]
  if (!moved || !before) return []
  if (moved.priority !== before.priority) {
    return [
      { id, priority: before.priority },
      { id: before.id, priority: moved.priority },
    ]
  }
  const wanted = order.with(place - 1, moved).with(place, before)
  return wanted
    .map((account, index) => ({ ...account, wanted: (index + 1) * STEP }))
    .filter(({ priority, wanted }) => priority !== wanted)
    .map(({ id, wanted }) => ({ id, priority: wanted }))
}
