/** A file that one process at a time holds. Who died holding it holds it no more. */
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

/** One with our own id is of a life before this one: in a container ids begin anew. */
export const isHeld = ({ pid, command }: Holder): boolean =>
  pid !== process.pid && isAlive(pid) && commandLine(pid) === command

/** False when the file is there already, whoever was faster. It appears with all of its text at once. */
export function createAlone(path: string, text: string): boolean {
  const whole = `${path}.${process.pid}`
  writeFileSync(whole, text)
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

/** Removes the file if it still has this text; another one's, who came first, stays. */
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

/** Does the work while nobody else does theirs under the same path; `onWait` is called once when somebody has to be waited for. */
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
