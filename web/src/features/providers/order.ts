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
export function moved(accounts: readonly Placed[], id: string, by: -1 | 1): Place[] {
  const place = inOrder(accounts).findIndex((account) => account.id === id)
  const next = place + by
  return place < 0 || next < 0 || next >= accounts.length ? [] : placedAt(accounts, id, next)
}

/** The priorities to set so that `id` is tried before all others; none where it is. */
export const placedFirst = (accounts: readonly Placed[], id: string): Place[] =>
  inOrder(accounts)[0]?.id === id ? [] : placedAt(accounts, id, 0)

interface Place {
  id: string
  priority: number
}

/**
 * One change where a number is free between its neighbours. Otherwise those behind make room first, the last one to begin with: should
 * a change fail, the order is still the old one, or already the new one.
 */
function placedAt(accounts: readonly Placed[], id: string, place: number): Place[] {
  const order = inOrder(accounts)
  const others = order.filter((account) => account.id !== id)
  const before = others[place - 1]?.priority ?? -1
  const next = others[place]
  if (!next) {
    if (before < LAST) return [{ id, priority: Math.min(LAST, before + STEP) }]
  } else if (next.priority - before > 1) {
    return [{ id, priority: place === 0 ? next.priority - 1 : Math.floor((before + next.priority) / 2) }]
  }
  let end = before + STEP
  const behind = (next ? order.slice(order.indexOf(next)) : []).map((account) => {
    end = Math.max(account.priority, end + STEP)
    return { id: account.id, priority: end, was: account.priority }
  })
  if (end > LAST) return renumbered(others.toSpliced(place, 0, ...order.filter((account) => account.id === id)))
  const changed = behind.filter(({ priority, was }) => priority !== was).toReversed()
  return [...changed.map(({ id: other, priority }) => ({ id: other, priority })), { id, priority: before + STEP }]
}

/** Where there is no room behind the last one. */
function renumbered(wanted: readonly Placed[]): Place[] {
  return wanted
    .map((each, index) => ({ ...each, wanted: (index + 1) * STEP }))
    .filter(({ priority, wanted }) => priority !== wanted)
    .map(({ id, wanted }) => ({ id, priority: wanted }))
}

/** Of an account that is new: after all others. */
export function lastPlace(accounts: readonly Placed[]): number {
  return Math.min(LAST, Math.max(0, ...accounts.map(({ priority }) => priority)) + STEP)
}
