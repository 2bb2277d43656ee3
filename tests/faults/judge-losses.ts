/** How soon the providers were asked about what they had not answered: by their own clock. */
import type { SandboxLoss } from '../support/sandbox-client.ts'
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

/** A lost answer, and the moment when it was known what had become of it: null while it is not. */
interface Lookable {
  loss: SandboxLoss
  deed: Deed
  knownAt: number | null
}

/** Losses that a provider can be asked about by name, while nothing of ours was dead and the machine had room. */
export function lookable(
  deeds: readonly Deed[],
  { losses, books }: Pick<Observation, 'losses' | 'books'>,
  { kills, crowding }: Pick<Circumstances, 'kills' | 'crowding'>,
): Lookable[] {
  return losses.flatMap((loss) => {
    const deed = deeds.find(({ life }) => life.kind !== 'receiver' && life.amount === loss.amount)
    const settled = deed && settledBy(loss)
    if (!deed || settled === undefined || settled === null || settled === 'person' || looksInLists(loss)) return []
    const isDisturbed = kills.some(({ victim, ...dead }) => isAbout(victim, dead, loss.at, LOOKED_WITHIN_MS))
    if (isDisturbed || crowding.from(loss.at, LOOKED_WITHIN_MS)) return []
    return [{ loss, deed, knownAt: earliest(loss.lookedAt, toldAt(loss, deed, books)) }]
  })
}

/**
 * A notice that was taken answers what became of a creation: nothing is left to be asked. It may have come before the loss, of a repeat under the
 * same key: where more than one movement was made, that may have been the other one's.
 */
function toldAt({ operation, at }: SandboxLoss, { life }: Deed, books: Observation['books']): number | null {
  if (REFUNDS.includes(operation)) return null
  const made = movementsOf(life, books).map(({ id }) => id)
  const since = made.length === 1 ? 0 : at
  return books.delivered
    .filter(({ transactionId, attemptedAt }) => made.includes(transactionId) && (attemptedAt ?? 0) >= since)
    .reduce<number | null>((first, { attemptedAt }) => earliest(first, attemptedAt), null)
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

/** An unknown outcome has waited longer than a look is allowed to take. */
export function unlooked(deeds: readonly Deed[], seen: Observation, circumstances: Circumstances): Violation[] {
  return lookable(deeds, seen, circumstances).flatMap(({ loss, deed, knownAt }) => {
    const { at, operation, fault } = loss
    const took = (knownAt ?? Date.now()) - at
    if (took <= LOOKED_WITHIN_MS) return []
    const when = knownAt === null ? 'never' : `after ${(took / 1000).toFixed(1)} s`
    return [broken(deed, 'unlooked', `${operation} lost to ${fault} was looked up ${when}`)]
  })
}
