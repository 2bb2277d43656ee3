/** Many things under way at once, of which any may fail: none is left running, and none fails unheard. */

export interface Crowd {
  join(one: Promise<unknown>): void
  /** @throws what the first of them failed with, as soon as one has. */
  allWell(): void
  /** Waits for all of them. @throws as `allWell`. */
  allEnded(): Promise<void>
}

export function createCrowd(): Crowd {
  const crowd: Promise<void>[] = []
  const failures: unknown[] = []
  const allWell = () => {
    if (failures.length > 0) throw failures[0]
  }
  return {
    join: (one) => {
      const ended = one.then(
        () => undefined,
        (failure: unknown) => void failures.push(failure),
      )
      crowd.push(ended)
    },
    allWell,
    allEnded: async () => {
      await Promise.all(crowd)
      allWell()
    },
  }
}

/** Waits until every one has ended, however it did. @throws what the first of them failed with. */
export function allOf(promises: readonly Promise<unknown>[]): Promise<void> {
  const crowd = createCrowd()
  for (const one of promises) crowd.join(one)
  return crowd.allEnded()
}
