/** Work that a process does for a few at once, while an owner that asks for much of it keeps no other waiting for all of that. */
import { createShares, type Shares } from '../gateway/shares.ts'
import { type ProblemOptions, problem } from './problem.ts'

interface TurnLimits {
  /** Works under way at the same moment. */
  atOnce: number
  /**
   * Where work may hang: so many of them are for owners that have none under way. Of the others, and of the places, an owner takes no more
   * than it leaves free. One that has no place is always given one.
   */
  forNewcomers?: number
  /** Under way or waiting, of all owners. */
  places: number
  /** Of one owner at most; left out, a share of the places. */
  each?: number
  /** Who waits longer for a turn is refused; left out, no wait is too long. */
  longestWaitMs?: () => number
  /** What an owner is told who has no place left, or waits too long. */
  told: ProblemOptions
  /** Called each time that an owner is told so. */
  onRefused?: () => void
}

/**
 * Works in turn. @param work is told whether it had to wait.
 * @throws ApiProblem 429 when the owner has no place left, or waits too long: the work has not begun.
 */
export type InTurn = <T>(owner: string, work: (hasWaited: boolean) => Promise<T>) => Promise<T>

export interface Turns {
  inTurn: InTurn
  /** Begins no more work: what waits, and what is asked for later, is refused with it. */
  stop(refusal: () => Error): void
  waiting(): number
  underWay(): number
}

interface Waiter {
  begin(): void
  refuse(error: Error): void
}

/** However many other owners there are: what they do not use is free. */
function isNewOrLeavesAsMany({ places, taken, held }: Shares, owner: string): boolean {
  return held(owner) < Math.max(1, places - taken())
}

/** Owners take turns, and each one's work is done in the order of its arrival. */
export function createTurns({
  atOnce,
  forNewcomers = 0,
  places,
  each,
  longestWaitMs,
  told,
  onRefused,
}: TurnLimits): Turns {
  const held = createShares(places, each)
  const underWay = createShares(atOnce - forNewcomers)
  /** By owner, the one that was served least recently first. */
  const waiting = new Map<string, Waiter[]>()
  const refusal = () => {
    onRefused?.()
    return problem('rate_limited', told)
  }
  let stopped: (() => Error) | undefined

  const mayHang = forNewcomers > 0
  const mayWait = (owner: string) => (mayHang ? isNewOrLeavesAsMany(held, owner) : held.hasRoom(owner))
  const mayBegin = (owner: string) => underWay.taken() < atOnce && (!mayHang || isNewOrLeavesAsMany(underWay, owner))

  const admit = () => {
    for (let next = nextOwner(); next !== undefined; next = nextOwner()) {
      const [first, ...others] = waiting.get(next) ?? []
      waiting.delete(next)
      if (others.length > 0) waiting.set(next, others)
      underWay.take(next)
      first?.begin()
    }
  }
  const nextOwner = () => [...waiting.keys()].find(mayBegin)

  const leaveLine = (owner: string, waiter: Waiter) => {
    const others = waiting.get(owner)?.filter((one) => one !== waiter) ?? []
    if (others.length > 0) waiting.set(owner, others)
    else waiting.delete(owner)
  }

  const turnOf = (owner: string) =>
    new Promise<boolean>((resolve, reject) => {
      let hasWaited = false
      const giveUp = () => {
        leaveLine(owner, waiter)
        reject(refusal())
      }
      const timer = longestWaitMs && setTimeout(giveUp, longestWaitMs())
      const waiter: Waiter = {
        begin: () => {
          clearTimeout(timer)
          resolve(hasWaited)
        },
        refuse: (error) => {
          clearTimeout(timer)
          reject(error)
        },
      }
      waiting.set(owner, [...(waiting.get(owner) ?? []), waiter])
      admit()
      hasWaited = true
    })

  return {
    inTurn: async (owner, work) => {
      if (stopped) throw stopped()
      if (!mayWait(owner)) throw refusal()
      held.take(owner)
      try {
        const hasWaited = await turnOf(owner)
        try {
          return await work(hasWaited)
        } finally {
          underWay.give(owner)
          admit()
        }
      } finally {
        held.give(owner)
      }
    },
    stop: (why) => {
      stopped = why
      const line = [...waiting.values()].flat()
      waiting.clear()
      for (const { refuse } of line) refuse(why())
    },
    waiting: () => held.taken() - underWay.taken(),
    underWay: () => underWay.taken(),
  }
}
