/** Moves from one candidate to the next, only if it is certain that nothing happened at the previous one. */
import { setCurrentDetails } from '@temporalio/workflow'
import { DETAILS } from '../texts.ts'
import { type Movement, showProvider } from './movement.ts'

interface Candidate {
  accountId: string
  provider: string
}

/** The candidate's index, and the attempt's number counted over all candidates. */
export interface Position {
  index: number
  number: number
}

/** How one try ended, if another try follows. */
export type Onward =
  /** The candidate refused, so nothing happened there. */
  | { outcome: 'next'; message: string }
  /** The attempt certainly created nothing. A new attempt at the same candidate follows. */
  | { outcome: 'again' }
  /** The same attempt continues. Its rows say whether it may still send. */
  | { outcome: 'resume' }

/**
 * @param attempt makes one try. Its result ends the movement unless it is an `Onward`.
 * @param ended returns the end of a movement that ended between two tries.
 */
export async function throughCandidates<End extends { outcome: string }>(
  movement: Movement,
  candidates: readonly Candidate[],
  from: Position,
  attempt: (candidate: Candidate, position: Position) => Promise<End | Onward>,
  ended: () => End | undefined = () => undefined,
): Promise<End | { outcome: 'refused'; message: string }> {
  let { index, number } = from
  let message = ''
  let hasMoved = false
  for (;;) {
    const candidate = candidates[index]
    if (!candidate) return { outcome: 'refused', message }
    const end = ended()
    if (end) return end
    if (hasMoved) showProvider(candidate.provider)
    hasMoved = false
    movement.attempt = number
    setCurrentDetails(DETAILS.sending(candidate.provider, number))
    const step = await attempt(candidate, { index, number })
    if (!leadsOnward(step)) return step
    if (step.outcome === 'resume') continue
    number += 1
    if (step.outcome === 'again') continue
    message = step.message
    index += 1
    hasMoved = true
  }
}

const ONWARD: readonly string[] = ['next', 'again', 'resume'] satisfies Onward['outcome'][]

function leadsOnward<End extends { outcome: string }>(step: End | Onward): step is Onward {
  return ONWARD.includes(step.outcome)
}
