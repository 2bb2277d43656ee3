/** Progress output for a slow step: one line at the start, one at intervals, one at the end. */
export type Progress = (text: string) => void

export const sayNothing: Progress = () => {}

export function elapsed(since: number): string {
  const seconds = Math.round((Date.now() - since) / 1000)
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}

/** Runs `work`, telling its name at once and every `everyMs` with the time gone and what `detail` says. */
export async function withProgress<T>(
  say: Progress,
  text: string,
  work: () => Promise<T>,
  { everyMs = 5000, detail = () => '' }: { everyMs?: number; detail?: () => string } = {},
): Promise<T> {
  const since = Date.now()
  const timer = setInterval(() => say(`${text}... ${elapsed(since)}${detail()}`), everyMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
