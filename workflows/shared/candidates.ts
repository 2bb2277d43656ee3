/** From one candidate to the next, only where it is certain that nothing happened at the one before. */
import { setCurrentDetails } from '@temporalio/workflow'
import { type Movement, showProvider } from './movement.ts'

interface Candidate {
  accountId: string
  provider: string
}

/** Which candidate it is at, and the number of the attempt over all of them. */
export interface Position {
  index: number
  number: number
}

/** How one try ended, where that is not the end of it all. */
export type Onward =
  /** The candidate refused: nothing happened there. */
  | { outcome: 'next'; message: string }
  /** Surely nothing came of it: another attempt at the same candidate. */
  | { outcome: 'again' }
  /** The same attempt, which itself knows whether it may still send. */
  | { outcome: 'resume' }

/**
 * @param attempt one try; its end is the movement's, unless it leads onward.
 * @param ended what has ended the movement between two tries.
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
    setCurrentDetails(`Enviando à ${candidate.provider} (tentativa ${number}).`)
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
