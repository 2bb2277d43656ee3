/** How soon the providers were asked about what they had not answered: by their own clock. */
import type { SandboxLoss } from '../support/sandbox-client.ts'
import { MONEY_TIMEOUT_MS } from './hurry/pace.ts'
import type { Circumstances } from './judge.ts'
import { movementsOf } from './judge-forgotten.ts'
import type { Victim } from './kills.ts'
import type { Observation } from './observe.ts'
import { CHARGING, PAYING_OUT, type Settled } from './terrain.ts'
import { broken, type Violation } from './verdict.ts'
import type { Deed } from './world.ts'

export const LOOKED_WITHIN_MS = 5_000
/** What was dead takes so long to be at work again. A worker finds tasks that were the dead one's. */
const RECOVERY_MS = { worker: 35_000, api: 25_000, temporal: 25_000, postgres: 25_000 } as const satisfies Record<
  Victim,
  number
>

/** Whether it was dead, or not yet at work again, at some time of so many milliseconds after a moment. */
export function isAbout(
  victim: Victim,
  { from, until }: { from: number; until: number | null },
  moment: number,
  forMs: number,
): boolean {
  return from < moment + forMs && (until ?? Number.POSITIVE_INFINITY) + RECOVERY_MS[victim] > moment
}

const REFUNDS: readonly string[] = ['refund', 'refundInstallments']

/** A lost answer, until when it was to be looked up, and the moment when it was known what had become of it: null while it is not. */
interface Lookable {
  loss: SandboxLoss
  deed: Deed
  dueAt: number
  knownAt: number | null
}

/** Losses that a provider can be asked about by name, while nothing of ours was dead and the machine had room. */
export function lookable(
  deeds: readonly Deed[],
  seen: Pick<Observation, 'losses' | 'books' | 'charges'>,
  { kills, crowding }: Pick<Circumstances, 'kills' | 'crowding'>,
): Lookable[] {
  return seen.losses.flatMap((loss) => {
    const deed = deeds.find(({ life }) => life.kind !== 'receiver' && life.amount === loss.amount)
    const settled = deed && settledBy(loss)
    if (!deed || settled === undefined || settled === null || settled === 'person' || looksInLists(loss)) return []
    const dueAt = crowding.roomAfter(loss.at, LOOKED_WITHIN_MS)
    const isDisturbed = kills.some(({ victim, ...dead }) => isAbout(victim, dead, loss.at, dueAt - loss.at))
    if (isDisturbed || crowding.from(loss.at, LOOKED_WITHIN_MS)) return []
    return [{ loss, deed, dueAt, knownAt: earliest(loss.lookedAt, toldAt(loss, deed, seen)) }]
  })
}

/** A notice that was taken answers what became of it: nothing is left to be asked. */
function toldAt(loss: SandboxLoss, { life }: Deed, { books, charges }: Pick<Observation, 'books' | 'charges'>) {
  const made = movementsOf(life, books).map(({ id }) => id)
  const isGivenBack = charges.some(({ orderId, status }) => orderId === life.key && status === 'REFUNDED')
  const since = toldSince(loss, made, isGivenBack)
  return books.delivered
    .filter(({ transactionId, attemptedAt }) => made.includes(transactionId) && (attemptedAt ?? 0) >= since)
    .reduce<number | null>((first, { attemptedAt }) => earliest(first, attemptedAt), null)
}

/**
 * Of a creation it may have come before the loss, of a repeat under the same key: where more than one movement was made, that may have been the
 * other one's. Of a refund it tells where all went back, and may have come while the slow answer was waited for.
 */
function toldSince({ operation, fault, at }: SandboxLoss, made: readonly string[], isGivenBack: boolean): number {
  if (!REFUNDS.includes(operation)) return made.length === 1 ? 0 : at
  return fault === 'slow' && isGivenBack ? at - MONEY_TIMEOUT_MS : Number.POSITIVE_INFINITY
}

const earliest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other)

function settledBy({ provider, operation }: SandboxLoss): Settled | null | undefined {
  if (operation === 'createTransaction') return CHARGING[provider]?.creation
  if (operation === 'withdraw') return PAYING_OUT[provider]?.creation
  return REFUNDS.includes(operation) ? CHARGING[provider]?.refund : undefined
}

/** Whose lookup a list was asked for, its provider cannot say. */
function looksInLists({ provider, operation }: SandboxLoss): boolean {
  return operation === 'createTransaction' && CHARGING[provider]?.looksInLists === true
}

/** An unknown outcome has waited longer than a look is allowed to take on a machine that has room. */
export function unlooked(deeds: readonly Deed[], seen: Observation, circumstances: Circumstances): Violation[] {
  return lookable(deeds, seen, circumstances).flatMap(({ loss, deed, dueAt, knownAt }) => {
    const { at, operation, fault } = loss
    if ((knownAt ?? Date.now()) <= dueAt) return []
    const when = knownAt === null ? 'never' : `after ${((knownAt - at) / 1000).toFixed(1)} s`
    return [broken(deed, 'unlooked', `${operation} lost to ${fault} was looked up ${when}`)]
  })
}
