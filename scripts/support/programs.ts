/** Programs that are not ours: found on the machine, kept in our cache, or built from their source with Go. */
import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { startProcess } from './processes.ts'
import { elapsed, type Progress, withProgress } from './progress.ts'

export const cacheDirectory = (): string =>
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'trilho', 'bin')

/** First program of this name on PATH. */
export function findOnPath(name: string): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .map((directory) => join(directory, name))
    .find(isExecutable)
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return existsSync(path)
  } catch {
    return false
  }
}

export interface GoProgram {
  /** The name shown to the operator. */
  name: string
  /** Module path and version, as `go install` takes them. */
  source: string
  /** Where the program goes; its name is that of the source's last folder. */
  target: string
  /** How many packages are compiled, about. */
  packages: number
  say: Progress
}

/** @throws Error when there is no Go, or the build fails. */
export async function goInstall({ name, source, target, packages, say }: GoProgram): Promise<void> {
  if (!findOnPath('go')) throw new Error('there is no Go on this machine')
  say(`${name}: building ${source} with Go; minutes the first time, never again`)
  const directory = `${target}.${process.pid}.built`
  mkdirSync(directory, { recursive: true })
  const counts = { downloaded: 0, compiled: 0 }
  const detail = () =>
    ` (${counts.downloaded} modules fetched, ${counts.compiled} of about ${packages} packages compiled)`
  const since = Date.now()
  try {
    await withProgress(say, `${name}: building`, () => runGo(source, directory, counts), { everyMs: 10_000, detail })
    adopt(join(directory, basename(target)), target)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
  say(`${name}: built in ${elapsed(since)}`)
}

async function runGo(
  source: string,
  directory: string,
  counts: { downloaded: number; compiled: number },
): Promise<void> {
  const lastLines: string[] = []
  const go = await startProcess({
    name: 'go install',
    command: 'go',
    args: ['install', '-v', source],
    env: { ...process.env, GOBIN: directory, GOFLAGS: '-trimpath' },
    graceMs: 2000,
    onLine: (line) => {
      if (line.startsWith('go: downloading')) counts.downloaded += 1
      else counts.compiled += 1
      lastLines.push(line)
      if (lastLines.length > 5) lastLines.shift()
    },
  })
  const { code } = await go.exited
  if (code !== 0) throw new Error(`go install ended with ${code}: ${lastLines.join(' | ')}`)
}

/** Runs it once as a check. The rename prevents a half-written file. */
export function adopt(built: string, target: string): void {
  execFileSync(built, ['--version'], { stdio: 'pipe' })
  renameSync(built, target)
}
