/**
 * Stored webhooks on their way to their movements: so many at a time, platforms in turn, each one's in the order in which they came.
 * A flood of notices makes the last ones of its own platform later. All of them are due at the next sweep, so the line is a short
 * cut: what is too much for it is left to the sweep.
 */
interface Terms<Waiting> {
  /** How many batches are under way at once. */
  places: number
  /** How many are taken up together at most. */
  batch: number
  /** How many wait at most: of more, the oldest of the platform with the most are left to the sweep, which begins with those. */
  longest: number
  platformOf(one: Waiting): string
  /** Never throws. */
  deliver(batch: readonly Waiting[]): Promise<unknown>
}

export interface DeliveryLine<Waiting> {
  add(more: readonly Waiting[]): void
  /** Takes nothing up any more, and waits for what has been taken up. */
  close(): Promise<void>
}

export function deliveryLine<Waiting>(terms: Terms<Waiting>): DeliveryLine<Waiting> {
  const { places, batch, longest, platformOf, deliver } = terms
  /** By platform, in the order of their turns. */
  const waiting = new Map<string, Waiting[]>()
  let count = 0
  const underWay = new Set<Promise<void>>()
  let working = 0
  let isClosed = false

  function lineUp(one: Waiting): void {
    const platform = platformOf(one)
    const own = waiting.get(platform)
    if (own) own.push(one)
    else waiting.set(platform, [one])
    count += 1
    if (count > longest) leaveOldest()
  }

  function leaveOldest(): void {
    const [platform, own] = [...waiting].reduce((most, next) => (next[1].length > most[1].length ? next : most))
    own.shift()
    if (own.length === 0) waiting.delete(platform)
    count -= 1
  }

  /** Whose turn it was waits until all others have had theirs. */
  function takeUp(): Waiting | undefined {
    const [turn] = waiting
    if (!turn) return undefined
    const [platform, own] = turn
    const next = own.shift()
    waiting.delete(platform)
    if (own.length > 0) waiting.set(platform, own)
    count -= 1
    return next
  }

  function takeBatch(): Waiting[] {
    const taken: Waiting[] = []
    for (let next = takeUp(); next !== undefined; next = taken.length < batch ? takeUp() : undefined) taken.push(next)
    return taken
  }

  async function work(): Promise<void> {
    working += 1
    while (!isClosed && count > 0) await deliver(takeBatch())
    working -= 1
  }

  return {
    add: (more) => {
      for (const one of more) lineUp(one)
      while (!isClosed && count > 0 && working < places) {
        const worker: Promise<void> = work().finally(() => underWay.delete(worker))
        underWay.add(worker)
      }
    },
    close: async () => {
      isClosed = true
      await Promise.all(underWay)
    },
  }
}
