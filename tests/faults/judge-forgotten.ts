/** What PostgreSQL has forgotten with its last second: the provider has it, our rows do not. */
import type { KillDone } from './chaos.ts'
import type { Observation } from './observe.ts'
import type { Life } from './plan.ts'
import { broken, type Verdict } from './verdict.ts'
import type { Deed } from './world.ts'

/** Committed so long before the crash, it is there. */
const LOST_MS = 5_000
/** As long as a seller may still be asking. */
const ASKING_MS = 60_000

/** It was asked for about when PostgreSQL died. */
export function isOfADeath({ life, since }: Deed, kills: readonly KillDone[]): boolean {
  if (life.kind === 'receiver') return false
  return kills.some(
    ({ victim, from }) => victim === 'postgres' && from > since - LOST_MS && from < since + ASKING_MS + LOST_MS,
  )
}

export function isKnown({ life: { key } }: Deed, { charges, withdrawals }: Observation): boolean {
  return (
    charges.some(({ orderId }) => orderId === key) ||
    withdrawals.some(({ withdrawReference }) => withdrawReference === key)
  )
}

/**
 * The books without what a forgotten first try of a charge has left there and a waiting notice tells of; the lifecycle without the answers
 * that named it: its row was said to be committed, and nothing of ours can know that it was there.
 */
export function asRemembered(deed: Deed, seen: Observation): { deed: Deed; seen: Observation } {
  const { life, asked } = deed
  const rows = [...seen.charges, ...seen.withdrawals]
  const told = asked?.told.filter((end) => end.outcome !== 'made' || rows.some(({ id }) => id === end.id)) ?? []
  const remembered = { ...deed, asked: asked && { ...asked, told } }
  if (life.kind !== 'charge') return { deed: remembered, seen }
  const isShown = (id: string) => seen.waiting.some((one) => one.transactionId === id && one.chargeId === null)
  const transactions = seen.books.transactions.filter(({ id }) => !isShown(id))
  return { deed: remembered, seen: { ...seen, books: { ...seen.books, transactions } } }
}

export function movementsOf({ kind, amount }: Life, { transactions, withdrawals }: Observation['books']) {
  const all: readonly { id: string; amount: number; stage: string }[] = kind === 'charge' ? transactions : withdrawals
  return all.filter((one) => one.amount === amount)
}

/** Harmless while nothing was paid; what was paid is found among the notices that name nothing of ours. */
export function judgeForgotten(deed: Deed, seen: Observation): Verdict {
  const movements = movementsOf(deed.life, seen.books)
  const unseen = movements.filter(
    ({ id, stage }) => stage === 'paid' && !seen.waiting.some(({ transactionId }) => transactionId === id),
  )
  const isTwice = deed.life.kind === 'withdrawal' && movements.length > 1
  return {
    violations: [
      ...unseen.map(({ id }) => broken(deed, 'lost', `${id} was paid, is nobody's, and no notice of it is shown`)),
      ...(isTwice ? [broken(deed, 'duplicate', `was forgotten and paid out ${movements.length} times`)] : []),
    ],
    asks: false,
    asksNeedlessly: false,
  }
}
