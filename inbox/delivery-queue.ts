/**
 * A queue of stored webhooks on their way to their movements. It delivers a limited number at once, with platforms in turn and each
 * platform's webhooks in order of arrival, so a flood of webhooks delays only its own platform. All of them are also due at the next
 * sweep, so the queue may drop what exceeds it.
 */
interface Terms<Waiting> {
  /** How many batches run at once. */
  places: number
  /** The largest batch. */
  batch: number
  /** How many may wait. Beyond that, the oldest ones of the platform with the most are left to the sweep, which begins with the oldest. */
  longest: number
  platformOf(one: Waiting): string
  /** Never throws. */
  deliver(batch: readonly Waiting[]): Promise<unknown>
}

export interface DeliveryQueue<Waiting> {
  add(more: readonly Waiting[]): void
  /** Stops taking new batches and waits for the running ones. */
  close(): Promise<void>
}

export function deliveryQueue<Waiting>(terms: Terms<Waiting>): DeliveryQueue<Waiting> {
  const { places, batch, longest, platformOf, deliver } = terms
  /** By platform, in turn order. */
  const waiting = new Map<string, Waiting[]>()
  let count = 0
  const underWay = new Set<Promise<void>>()
  let working = 0
  let isClosed = false

  function enqueue(one: Waiting): void {
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

  /** Takes the next one and moves its platform to the end of the turn order. */
  function takeNext(): Waiting | undefined {
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
    for (let next = takeNext(); next !== undefined; next = taken.length < batch ? takeNext() : undefined)
      taken.push(next)
    return taken
  }

  async function work(): Promise<void> {
    working += 1
    while (!isClosed && count > 0) await deliver(takeBatch())
    working -= 1
  }

  return {
    add: (more) => {
      for (const one of more) enqueue(one)
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
