/** How long another system took: what this process itself was held up for is none of it. */

/** How often this process looks at the clock, in milliseconds. */
const LOOK_MS = 10

/** @returns `milliseconds` without this process's longest pause meanwhile: it may have read the answer only afterwards. */
export async function timed<Result>(work: () => Promise<Result>): Promise<{ result: Result; milliseconds: number }> {
  const began = performance.now()
  let looked = began
  let paused = 0
  const look = () => {
    const now = performance.now()
    paused = Math.max(paused, now - looked - LOOK_MS)
    looked = now
    return now
  }
  const looking = setInterval(look, LOOK_MS)
  try {
    const result = await work()
    return { result, milliseconds: Math.max(0, Math.round(look() - began - paused)) }
  } finally {
    clearInterval(looking)
  }
}
