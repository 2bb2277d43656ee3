/**
 * Stored webhooks on their way to their movements: so many at a time, in the order in which they came. Storing goes before delivering,
 * so a flood of notices makes the last ones later, and never keeps a provider waiting for its answer.
 */
/** Never throws. */
export type Delivery = () => Promise<unknown>

export interface DeliveryLine {
  add(deliveries: readonly Delivery[]): void
  /** Takes nothing up any more, and waits for what has been taken up. The rest is stored, and due at the next sweep. */
  close(): Promise<void>
}

/** @param places how many are under way at once. */
export function deliveryLine(places: number): DeliveryLine {
  const waiting: Delivery[] = []
  const underWay = new Set<Promise<void>>()
  let working = 0
  let isClosed = false

  async function work(): Promise<void> {
    working += 1
    for (let next = waiting.shift(); next && !isClosed; next = waiting.shift()) await next()
    working -= 1
  }

  return {
    add: (deliveries) => {
      waiting.push(...deliveries)
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
