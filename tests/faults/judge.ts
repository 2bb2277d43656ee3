/** The whole campaign judged: each lifecycle by its own rules, then what is about none of them. */
import { judgeCharge } from './judge-charges.ts'
import { judgeReceiver, judgeWithdrawal } from './judge-others.ts'
import type { Observation } from './observe.ts'
import { FINE, type Verdict, type Violation } from './verdict.ts'
import type { Deed } from './world.ts'

export interface Judgement {
  verdicts: ReadonlyMap<number, Verdict>
  violations: Violation[]
}

export function judge(deeds: readonly Deed[], seen: Observation): Judgement {
  const verdicts = new Map(deeds.map((deed) => [deed.life.index, verdictOn(deed, seen)]))
  return {
    verdicts,
    violations: [...[...verdicts.values()].flatMap(({ violations }) => violations), ...unheard(seen), ...failed(seen)],
  }
}

function verdictOn(deed: Deed, seen: Observation): Verdict {
  if (!deed.asked) return FINE
  switch (deed.life.kind) {
    case 'charge':
      return judgeCharge(deed, deed.life, seen)
    case 'withdrawal':
      return judgeWithdrawal(deed, deed.life, seen)
    case 'receiver':
      return judgeReceiver(deed, deed.life, seen)
  }
}

/** Every notice of a provider arrives, and so does every one of ours. What waits for a person may wait. */
function unheard({ waiting, untold, books, charges }: Observation): Violation[] {
  const parked = new Set(charges.filter(({ needsAttention }) => needsAttention).map(({ id }) => id))
  const isOfParked = (chargeId: string | null) => chargeId === null || parked.has(chargeId)
  const about = (text: string): Violation => ({ failing: 'unheard', index: null, text: `unheard: ${text}` })
  return [
    ...books.undelivered.map(({ provider, transactionId, state, lastAnswer }) =>
      about(`a notice of ${provider} ${transactionId} is ${state} (${lastAnswer})`),
    ),
    ...waiting
      .filter(({ chargeId, state }) => state === 'failed' || !isOfParked(chargeId))
      .map(({ provider, transactionId, state, detail }) =>
        about(`a stored notice of ${provider} ${transactionId} is ${state}: ${detail}`),
      ),
    ...untold.map(({ eventType, chargeId, state, lastError }) =>
      about(`${eventType} of ${chargeId} is ${state}: ${lastError}`),
    ),
  ]
}

/** A workflow that failed, or was ended by something, is a defect. */
function failed({ workflows }: Observation): Violation[] {
  return workflows
    .filter(({ status }) => status !== 'RUNNING' && status !== 'COMPLETED')
    .map(({ id, type, status }) => ({
      failing: 'stuck' as const,
      index: null,
      text: `stuck: ${type} ${id} is ${status}`,
    }))
}
