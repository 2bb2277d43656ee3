/** One long-running part of the product: started, stopped, killed, and brought back when it ends by itself. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ManagedProcess } from './processes.ts'
import type { Progress } from './progress.ts'

const FIRST_BACKOFF_MS = 500
const MAX_BACKOFF_MS = 15_000
/** Up for this long counts as healthy: the next crash is the first again. */
const HEALTHY_MS = 30_000

export interface Service {
  readonly name: string
  readonly pid: number | undefined
  /** Starts it unless it runs. Resolves when it is ready. */
  start(): Promise<void>
  stop(): Promise<void>
  /** kill -9; under supervision it comes back by itself. */
  kill(): Promise<void>
  /** From now on it is restarted when it ends by itself, until `stop`. */
  supervise(): void
  /** Settles when it ends without having been asked to. */
  readonly crashed: Promise<string>
}

export interface ServiceOptions {
  name: string
  /** Resolves when the process is ready for use. */
  launch: () => Promise<ManagedProcess>
  say: Progress
  onStarted?: (pid: number) => void
}

export function service({ name, launch, say, onStarted }: ServiceOptions): Service {
  let current: ManagedProcess | undefined
  let wanted = false
  let supervised = false
  let backoff = FIRST_BACKOFF_MS
  let reportCrash: (text: string) => void = () => {}
  const crashed = new Promise<string>((resolve) => {
    reportCrash = resolve
  })

  const start = async (): Promise<void> => {
    wanted = true
    if (current?.running) return
    const since = Date.now()
    const started = await launch()
    current = started
    onStarted?.(started.pid)
    // It was stopped while it was coming up.
    if (!wanted) return started.stop()
    void started.exited.then(({ code, signal }) => {
      if (!wanted || current !== started) return
      const text = `${name} ended (${signal ?? `exit code ${code}`})`
      reportCrash(text)
      if (supervised) void restart(text, Date.now() - since)
    })
  }

  const restart = async (reason: string, upMs: number): Promise<void> => {
    if (upMs > HEALTHY_MS) backoff = FIRST_BACKOFF_MS
    for (let why = reason; wanted; ) {
      say(`${why}; starting it again in ${backoff / 1000} s`)
      await sleep(backoff, undefined, { ref: false })
      backoff = Math.min(backoff * 2, MAX_BACKOFF_MS)
      if (!wanted) return
      try {
        return await start()
      } catch (error) {
        why = error instanceof Error ? error.message : String(error)
      }
    }
  }

  return {
    name,
    get pid() {
      return current?.running ? current.pid : undefined
    },
    start,
    stop: async () => {
      wanted = false
      await current?.stop()
    },
    kill: async () => {
      if (!supervised) wanted = false
      await current?.kill()
    },
    supervise: () => {
      supervised = true
    },
    crashed,
  }
}
