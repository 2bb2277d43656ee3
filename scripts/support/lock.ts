/** A lock file, held by one process at a time. A dead process no longer holds it. */
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { commandLine, isAlive } from './processes.ts'

const LOOK_MS = 200

export interface Holder {
  pid: number
  /** Ids are reused: only a process that still has the same command line is the holder. */
  command: string
}

export const ourselves = (): Holder => ({ pid: process.pid, command: commandLine(process.pid) })

/** A lock with our own id is from an earlier run: in a container, ids restart. */
export const isHeld = ({ pid, command }: Holder): boolean =>
  pid !== process.pid && isAlive(pid) && commandLine(pid) === command

/** False when the file already exists. The file appears with its whole text at once. @param mode as that of a file of everybody's. */
export function createAlone(path: string, text: string, mode = 0o666): boolean {
  const whole = `${path}.${process.pid}`
  writeFileSync(whole, text, { mode })
  try {
    linkSync(whole, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(whole, { force: true })
  }
}

/** Removes the file if it still has this text; another process's file stays. */
export function removeStale(path: string, text: string): void {
  const taken = `${path}.${process.pid}.stale`
  try {
    renameSync(path, taken)
  } catch {
    return
  }
  if (readFileSync(taken, 'utf8') !== text) linkSync(taken, path)
  rmSync(taken)
}

export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Runs the work under the path's lock; `onWait` is called once if another process holds it. */
export async function oneAtATime<T>(path: string, onWait: () => void, work: () => Promise<T>): Promise<T> {
  let told = false
  while (!createAlone(path, JSON.stringify(ourselves()))) {
    const text = readIfThere(path)
    if (text === undefined) continue
    if (isHeld(JSON.parse(text) as Holder)) {
      if (!told) onWait()
      told = true
      await sleep(LOOK_MS)
    } else removeStale(path, text)
  }
  try {
    return await work()
  } finally {
    rmSync(path, { force: true })
  }
}
