/** What PostgreSQL has forgotten with its last second: the provider has it, our rows do not. */
import type { Asking, Told } from './asking.ts'
import type { KillDone } from './chaos.ts'
import { isOfOurs } from './judge-refunds.ts'
import type { Observation } from './observe.ts'
import type { Life } from './plan.ts'
import { answersOf, broken, type Verdict } from './verdict.ts'
import type { Deed } from './world.ts'

/** Committed so long before the crash, it is there. */
const LOST_MS = 5_000
/** Between the last commit and the death. */
const DYING_MS = 1_000
/** As long as a seller may still be asking. */
const ASKING_MS = 60_000

/** It, or a refund of it, was asked for about when PostgreSQL died. */
export function isOfADeath({ life, since, asked, refunds }: Deed, kills: readonly KillDone[]): boolean {
  if (life.kind === 'receiver') return false
  const told = [...(asked?.told ?? []), ...refunds.flatMap((refund) => refund.told)]
  return (
    kills.some(
      ({ victim, from }) => victim === 'postgres' && from > since - LOST_MS && from < since + ASKING_MS + LOST_MS,
    ) || told.some((end) => mayBeForgotten(end, kills))
  )
}

export function isKnown({ life: { key } }: Deed, { charges, withdrawals }: Observation): boolean {
  return (
    charges.some(({ orderId }) => orderId === key) ||
    withdrawals.some(({ withdrawReference }) => withdrawReference === key)
  )
}

/** Whether what happened at some moment between the two may have been forgotten: it was just before PostgreSQL died. */
export const isForgettable = (kills: readonly KillDone[], since: number, until = since): boolean =>
  kills.some(({ victim, from }) => victim === 'postgres' && from - LOST_MS < until && since <= from + DYING_MS)

/** What a caller was told of may be gone since. */
const mayBeForgotten = (end: Told, kills: readonly KillDone[]): boolean =>
  end.outcome === 'made' && isForgettable(kills, end.askedAt, end.toldAt)

/** A notice of it was answered just before PostgreSQL died: it is not sent again. */
const isUntold = (transactionId: string, { books }: Observation, kills: readonly KillDone[]): boolean =>
  books.delivered.some(
    (one) => one.transactionId === transactionId && one.attemptedAt !== null && isForgettable(kills, one.attemptedAt),
  )

/** The lifecycle without the answers that named a forgotten row: it was said to be committed, and nothing of ours knows of it. */
function withoutForgotten(deed: Deed, ids: readonly string[], kills: readonly KillDone[]): Deed {
  const { asked } = deed
  if (!asked) return deed
  const told = asked.told.filter((end) => end.outcome !== 'made' || ids.includes(end.id) || !mayBeForgotten(end, kills))
  return { ...deed, asked: { ...asked, told } }
}

/** The books without what a provider gave back for refunds of ours that are forgotten: a reading finds it as given back elsewhere, if at all. */
function withoutForgottenRefunds({ life, refunds }: Deed, seen: Observation, kills: readonly KillDone[]): Observation {
  const isGone = ({ told }: Asking) =>
    told.some((end) => mayBeForgotten(end, kills) && 'id' in end && !seen.refunds.some(({ id }) => id === end.id))
  const own = movementsOf(life, seen.books).map(({ id }) => id)
  const left = [...seen.books.refunds]
  for (const { body } of refunds.filter(isGone)) {
    const isIts = (one: (typeof left)[number]) =>
      isOfOurs(one) && own.includes(one.transactionId) && (!('amount' in body) || one.amount === body.amount)
    const place = left.findLastIndex(isIts)
    if (place >= 0) left.splice(place, 1)
  }
  return { ...seen, books: { ...seen.books, refunds: left } }
}

/**
 * And the books without what a forgotten first try of a Pix has left there: a waiting notice tells of it, or the notice that told of it was
 * forgotten as well, and nothing of ours names it. A caller who asks again for a card, a boleto or a withdrawal means the same one, whatever was
 * forgotten: made twice is made twice.
 */
export function asRemembered(
  deed: Deed,
  seen: Observation,
  kills: readonly KillDone[],
): { deed: Deed; seen: Observation } {
  const rows = [...seen.charges, ...seen.withdrawals].map(({ id }) => id)
  const remembered = withoutForgotten(deed, rows, kills)
  const known = withoutForgottenRefunds(deed, seen, kills)
  if (deed.life.kind !== 'charge' || deed.life.method !== 'PIX') return { deed: remembered, seen: known }
  const own = seen.charges.map(({ transactionId }) => transactionId)
  const isExcused = (id: string) =>
    seen.waiting.some((one) => one.transactionId === id && one.chargeId === null) ||
    (!own.includes(id) && isUntold(id, seen, kills))
  const transactions = seen.books.transactions.filter(({ id }) => !isExcused(id))
  return { deed: remembered, seen: { ...known, books: { ...known.books, transactions } } }
}

export function movementsOf({ kind, amount }: Life, { transactions, withdrawals }: Observation['books']) {
  const all: readonly { id: string; amount: number; stage: string }[] = kind === 'charge' ? transactions : withdrawals
  return all.filter((one) => one.amount === amount)
}

/** Harmless while nothing was paid; what was paid is found among the notices that name nothing of ours, unless that was forgotten, too. */
export function judgeForgotten(deed: Deed, seen: Observation, kills: readonly KillDone[]): Verdict {
  const movements = movementsOf(deed.life, seen.books)
  const unseen = movements.filter(
    ({ id, stage }) =>
      stage === 'paid' && !seen.waiting.some(({ transactionId }) => transactionId === id) && !isUntold(id, seen, kills),
  )
  const isTwice = deed.life.kind === 'withdrawal' && movements.length > 1
  return {
    violations: [
      ...answersOf(withoutForgotten(deed, [], kills), []),
      ...unseen.map(({ id }) =>
        broken(deed, 'lost', `${id} was paid, belongs to no charge, and no notice of it is shown`),
      ),
      ...(isTwice ? [broken(deed, 'duplicate', `was forgotten and paid out ${movements.length} times`)] : []),
    ],
    asks: false,
    isTellable: false,
    asksNeedlessly: false,
  }
}
