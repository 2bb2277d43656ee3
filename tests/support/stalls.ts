/** A machine that stands still makes everybody late: what was timed meanwhile says nothing of who was timed. */

const EVERY_MS = 100

/** @returns what ends the watch. It says for how long at most this process was not run, in milliseconds. */
export function watchStalls(): () => number {
  let last = performance.now()
  let longest = 0
  const look = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, EVERY_MS)
  return () => {
    clearInterval(timer)
    look()
    return longest
  }
}
