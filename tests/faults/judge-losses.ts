/** How soon the providers were asked about what they had not answered: by their own clock. */
import type { SandboxLoss } from '../support/sandbox-client.ts'
import type { Circumstances } from './judge.ts'
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

/** Losses that a provider can be asked about by name, while nothing of ours was dead and the machine had room. */
export function lookable(
  deeds: readonly Deed[],
  { losses }: Observation,
  { kills, crowding }: Pick<Circumstances, 'kills' | 'crowding'>,
): { loss: SandboxLoss; deed: Deed }[] {
  return losses.flatMap((loss) => {
    const deed = deeds.find(({ life }) => life.kind !== 'receiver' && life.amount === loss.amount)
    const settled = deed && settledBy(loss)
    if (!deed || settled === undefined || settled === null || settled === 'person' || looksInLists(loss)) return []
    const isDisturbed = kills.some(({ victim, ...dead }) => isAbout(victim, dead, loss.at, LOOKED_WITHIN_MS))
    return isDisturbed || crowding.from(loss.at, LOOKED_WITHIN_MS) ? [] : [{ loss, deed }]
  })
}

function settledBy({ provider, operation }: SandboxLoss): Settled | null | undefined {
  if (operation === 'createTransaction') return CHARGING[provider]?.creation
  if (operation === 'withdraw') return PAYING_OUT[provider]?.creation
  return operation === 'refund' ? CHARGING[provider]?.refund : undefined
}

/** Whose lookup a list was asked for, its provider cannot say. */
function looksInLists({ provider, operation }: SandboxLoss): boolean {
  return operation === 'createTransaction' && CHARGING[provider]?.looksInLists === true
}

/** Whoever waits has been waiting longer than that is allowed to take. */
export function unlooked(deeds: readonly Deed[], seen: Observation, circumstances: Circumstances): Violation[] {
  return lookable(deeds, seen, circumstances).flatMap(({ loss, deed }) => {
    const { at, lookedAt, operation, fault } = loss
    const took = (lookedAt ?? Date.now()) - at
    if (took <= LOOKED_WITHIN_MS) return []
    const when = lookedAt === null ? 'never' : `after ${(took / 1000).toFixed(1)} s`
    return [broken(deed, 'unlooked', `${operation} lost to ${fault} was looked up ${when}`)]
  })
}
