/** When and how a command that runs other processes ends. */

/** `npm` passes a signal on that the terminal has sent us already: both are one wish of the person. */
const SAME_WISH_MS = 2_000
const PARENT_CHECK_MS = 500

export interface Wishes {
  /** The first Ctrl-C, SIGTERM or hang-up, or the end of the npm that started us. */
  stop: () => void
  /** A second one, while stopping. */
  hurry: () => void
}

export function listenForEnd({ stop, hurry }: Wishes): void {
  let first = 0
  const wish = () => {
    const now = Date.now()
    if (first === 0) {
      first = now
      stop()
    } else if (now - first > SAME_WISH_MS) {
      hurry()
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, wish)
  // A closed terminal must not kill us before we have stopped the others.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

  if (!process.env.npm_lifecycle_event) return
  const npm = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(timer)
    wish()
  }, PARENT_CHECK_MS)
  timer.unref()
}
