/** Work that a process does for a few at once, while a platform that asks for much of it keeps no other waiting for all of that. */
import { createShares } from '../gateway/shares.ts'
import { problem } from './problem.ts'

interface Turns {
  /** Works under way at the same moment. */
  atOnce: number
  /** Under way or waiting, of all owners. */
  places: number
  /** Of one owner at most; left out, a share of the places. */
  each?: number
  /** What an owner without a place is told. */
  detail: string
  /** Seconds. */
  retryAfter: number
}

/**
 * Owners take turns, and each one's work is done in the order of its arrival.
 * @returns does the work when its turn has come. @throws ApiProblem 429 when the owner has no place left.
 */
export function createTurns({ atOnce, places, each, detail, retryAfter }: Turns) {
  const shares = createShares(places, each)
  /** By owner, the one that was served least recently first. */
  const waiting = new Map<string, (() => void)[]>()
  let underWay = 0

  const admit = () => {
    const [next] = waiting
    if (!next || underWay >= atOnce) return
    const [owner, [begin, ...others]] = next
    waiting.delete(owner)
    if (others.length > 0) waiting.set(owner, others)
    underWay += 1
    begin?.()
  }

  return async <T>(owner: string, work: () => Promise<T>): Promise<T> => {
    if (!shares.hasRoom(owner)) throw problem('rate_limited', { detail, retryAfter })
    shares.take(owner)
    const turn = new Promise<void>((begin) => waiting.set(owner, [...(waiting.get(owner) ?? []), begin]))
    admit()
    await turn
    try {
      return await work()
    } finally {
      underWay -= 1
      shares.give(owner)
      admit()
    }
  }
}
