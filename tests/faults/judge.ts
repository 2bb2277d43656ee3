/** The whole campaign judged: each lifecycle by its own rules, then what is about none of them. */
import type { KillDone } from './chaos.ts'
import type { Crowding } from './crowding.ts'
import { unreasoned } from './judge-asks.ts'
import { judgeCharge } from './judge-charges.ts'
import { asRemembered, isKnown, isOfADeath, judgeForgotten, movementsOf } from './judge-forgotten.ts'
import { isAbout, unlooked } from './judge-losses.ts'
import { judgeReceiver, judgeWithdrawal } from './judge-others.ts'
import type { Observation } from './observe.ts'
import { FINE, type Verdict, type Violation } from './verdict.ts'
import type { Deed } from './world.ts'

export interface Judgement {
  verdicts: ReadonlyMap<number, Verdict>
  violations: Violation[]
}

/** What the campaign did to the product meanwhile. */
export interface Circumstances {
  kills: readonly KillDone[]
  crowding: Pick<Crowding, 'from' | 'roomAfter'>
  /** The kill of PostgreSQL had it forget its last second. */
  isLosing: boolean
}

export function judge(deeds: readonly Deed[], seen: Observation, circumstances: Circumstances): Judgement {
  const { kills, isLosing } = circumstances
  const atRisk = isLosing ? deeds.filter((deed) => isOfADeath(deed, kills)) : []
  const judged = (deed: Deed) => {
    if (!atRisk.includes(deed)) return verdictOn(deed, seen, kills)
    if (!isKnown(deed, seen)) return judgeForgotten(deed, seen, kills)
    const remembered = asRemembered(deed, seen, kills)
    return verdictOn(remembered.deed, remembered.seen, kills)
  }
  const verdicts = new Map(deeds.map((deed) => [deed.life.index, judged(deed)]))
  return {
    verdicts,
    violations: [
      ...[...verdicts.values()].flatMap(({ violations }) => violations),
      ...strange(deeds, seen),
      ...unheard(seen, atRisk),
      ...failed(seen),
      ...unlooked(deeds, seen, circumstances),
      ...unreasoned(
        deeds.filter((deed) => !atRisk.includes(deed)),
        seen,
        circumstances,
      ),
    ],
  }
}

/** Longer than it takes to open a receiver. */
const OPENING_MS = 30_000

const isDisturbed = ({ since }: Deed, kills: readonly KillDone[]) =>
  kills.some(({ victim, from, until }) => isAbout(victim, { from, until }, since, OPENING_MS))

function verdictOn(deed: Deed, seen: Observation, kills: readonly KillDone[]): Verdict {
  if (!deed.asked) return FINE
  switch (deed.life.kind) {
    case 'charge':
      return judgeCharge(deed, deed.life, seen)
    case 'withdrawal':
      return judgeWithdrawal(deed, deed.life, seen)
    case 'receiver':
      return judgeReceiver(deed, deed.life, seen, isDisturbed(deed, kills))
  }
}

/** Each lifecycle has an amount of its own: a movement of any other was asked for wrongly. */
function strange(deeds: readonly Deed[], { books: { transactions, withdrawals } }: Observation): Violation[] {
  const known = new Set(deeds.map(({ life }) => life.amount))
  return [...transactions, ...withdrawals]
    .filter(({ amount }) => !known.has(amount))
    .map(({ provider, id, amount }) => ({
      failing: 'wrongAmount' as const,
      index: null,
      text: `wrongAmount: ${provider} has ${id} of ${amount}, for which no lifecycle asked`,
    }))
}

/** Every notice of a provider arrives, and so does every one of ours. What waits for an operator may wait. */
function unheard({ waiting, untold, books, charges }: Observation, atRisk: readonly Deed[]): Violation[] {
  const parked = new Set(charges.filter(({ needsAttention }) => needsAttention).map(({ id }) => id))
  const isOfParked = (chargeId: string | null) => chargeId === null || parked.has(chargeId)
  const isForgotten = (id: string | null) =>
    atRisk.some(({ life }) => movementsOf(life, books).some((one) => one.id === id))
  const about = (text: string): Violation => ({ failing: 'unheard', index: null, text: `unheard: ${text}` })
  return [
    ...books.undelivered.map(({ provider, transactionId, state, lastAnswer }) =>
      about(`a notice of ${provider} ${transactionId} is ${state} (${lastAnswer})`),
    ),
    ...waiting
      .filter(({ chargeId, state }) => state === 'failed' || !isOfParked(chargeId))
      .filter(({ transactionId }) => !isForgotten(transactionId))
      .map(({ provider, transactionId, state, detail }) =>
        about(`a stored notice of ${provider} ${transactionId} is ${state}: ${detail}`),
      ),
    ...untold.map(({ eventType, chargeId, state, lastError }) =>
      about(`${eventType} of ${chargeId} is ${state}: ${lastError}`),
    ),
  ]
}

/** One that is begun so often fails each time: a dead worker, or one that a signal overtook, is followed by a try that goes well. */
const MOST_TRIES = 3

/** A workflow that failed, or was ended by something, or gets no further, is a defect. */
function failed({ workflows }: Observation): Violation[] {
  const about = (text: string): Violation => ({ failing: 'stuck', index: null, text: `stuck: ${text}` })
  return workflows.flatMap(({ id, type, status, tries }) => {
    if (status !== 'RUNNING' && status !== 'COMPLETED') return [about(`${type} ${id} is ${status}`)]
    return tries >= MOST_TRIES ? [about(`a workflow task of ${type} ${id} was begun ${tries} times`)] : []
  })
}
