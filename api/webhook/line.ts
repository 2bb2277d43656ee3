/**
 * Stored webhooks on their way to their movements: so many at a time, in the order in which they came. Storing goes before delivering,
 * so a flood of notices makes the last ones later, and never keeps a provider waiting for its answer.
 */
export interface DeliveryLine {
  add(eventIds: readonly string[]): void
  /** Takes nothing up any more, and waits for what has been taken up. The rest is stored, and due at the next sweep. */
  close(): Promise<void>
}

/** @param deliver never throws. */
export function deliveryLine(places: number, deliver: (eventId: string) => Promise<unknown>): DeliveryLine {
  const waiting: string[] = []
  const underWay = new Set<Promise<void>>()
  let working = 0
  let isClosed = false

  async function work(): Promise<void> {
    working += 1
    for (let id = waiting.shift(); id !== undefined && !isClosed; id = waiting.shift()) await deliver(id)
    working -= 1
  }

  return {
    add: (eventIds) => {
      waiting.push(...eventIds)
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
