/** The order in which accounts are tried, and what changes when one is moved. */
import type { ProviderAccount } from '../../api/contract.ts'

/** Of the fake providers: a real one is never reached without TLS. */
export const isSandbox = ({ baseUrl }: Pick<ProviderAccount, 'baseUrl'>): boolean =>
  baseUrl?.startsWith('http:') ?? false

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
  return renumbered(order.with(place + by, account).with(place, other))
}

/** The priorities to set so that `id` is tried before all others; none where it is. */
export function placedFirst(accounts: readonly Placed[], id: string): { id: string; priority: number }[] {
  const order = inOrder(accounts)
  const [first] = order
  const account = order.find((each) => each.id === id)
  if (!first || !account || first === account) return []
  if (first.priority > 0) return [{ id, priority: first.priority - 1 }]
  return renumbered([account, ...order.filter((each) => each !== account)])
}

function renumbered(wanted: readonly Placed[]): { id: string; priority: number }[] {
  return wanted
    .map((each, index) => ({ ...each, wanted: (index + 1) * STEP }))
    .filter(({ priority, wanted }) => priority !== wanted)
    .map(({ id, wanted }) => ({ id, priority: wanted }))
}

/** Of an account that is new: after all others. */
export function lastPlace(accounts: readonly Placed[]): number {
  return Math.min(LAST, Math.max(0, ...accounts.map(({ priority }) => priority)) + STEP)
}
