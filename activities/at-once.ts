/** Calls `run` for each item, at most `places` at once. */
export async function eachAtOnce<T>(all: readonly T[], places: number, run: (one: T) => Promise<void>): Promise<void> {
  const waiting = all.values()
  const work = async () => {
    for (const one of waiting) await run(one)
  }
  await Promise.all(Array.from({ length: places }, work))
}
