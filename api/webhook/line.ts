/**
 * Stored webhooks on their way to their movements: so many at a time, in the order in which they came. Storing goes before delivering,
 * so a flood of notices makes the last ones later, and never keeps a provider waiting for its answer. All of them are due at the next
 * sweep, so the line is a short cut: what is too much for it is left to the sweep.
 */
interface Terms<Waiting> {
  /** How many are under way at once. */
  places: number
  /** How many wait at most: of more, the oldest are left to the sweep, which begins with those. */
  longest: number
  /** Never throws. */
  deliver(one: Waiting): Promise<unknown>
}

export interface DeliveryLine<Waiting> {
  add(more: readonly Waiting[]): void
  /** Takes nothing up any more, and waits for what has been taken up. */
  close(): Promise<void>
}

export function deliveryLine<Waiting>({ places, longest, deliver }: Terms<Waiting>): DeliveryLine<Waiting> {
  let waiting: Waiting[] = []
  const underWay = new Set<Promise<void>>()
  let working = 0
  let isClosed = false

  const takeUp = () => (isClosed ? undefined : waiting.shift())

  async function work(): Promise<void> {
    working += 1
    for (let next = takeUp(); next !== undefined; next = takeUp()) await deliver(next)
    working -= 1
  }

  return {
    add: (more) => {
      waiting = [...waiting, ...more].slice(-longest)
      while (!isClosed && waiting.length > 0 && working < places) {
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
