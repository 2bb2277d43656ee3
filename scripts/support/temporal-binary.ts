/** Where the Temporal dev server comes from: the machine, our cache, its makers' download, or its source. */
import { execFileSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { startProcess } from './processes.ts'
import { elapsed, type Progress, withProgress } from './progress.ts'

const SOURCE = 'github.com/temporalio/cli/cmd/temporal@v1.5.1'
const DOWNLOAD_PATIENCE_MS = 8_000

export const cacheDirectory = (): string =>
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'trilho', 'bin')

/**
 * Path of a `temporal` program.
 * @throws Error telling how to get one, when every way failed.
 */
export async function findTemporal(say: Progress): Promise<string> {
  const chosen = process.env.TEMPORAL_CLI_PATH
  if (chosen) {
    if (isExecutable(chosen)) return chosen
    throw new Error(`TEMPORAL_CLI_PATH is ${chosen}, which is not a program.`)
  }
  const installed = findOnPath('temporal')
  if (installed) return installed
  const cached = join(cacheDirectory(), 'temporal')
  if (isExecutable(cached)) return cached
  mkdirSync(cacheDirectory(), { recursive: true })
  const failures: string[] = []
  for (const [how, obtain] of [
    ['download', download],
    ['build from source', buildFromSource],
  ] as const) {
    try {
      await obtain(cached, say)
      return cached
    } catch (error) {
      failures.push(`${how}: ${error instanceof Error ? error.message : error}`)
      say(`Temporal: ${how} did not work (${error instanceof Error ? error.message : error})`)
    }
  }
  throw new Error(
    `The Temporal dev server could not be obtained:\n- ${failures.join('\n- ')}\n` +
      'Install the Temporal CLI (https://docs.temporal.io/cli/setup-cli) so that `temporal` is on PATH, ' +
      'or set TEMPORAL_CLI_PATH to it, or set TEMPORAL_ADDRESS to a Temporal server of your own.',
  )
}

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

async function download(target: string, say: Progress): Promise<void> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  const query = new URLSearchParams({ platform, arch, format: 'tar.gz', 'sdk-name': 'trilho', 'sdk-version': '0.1.0' })
  say('Temporal: asking for a download of the dev server')
  const info = await fetch(`https://temporal.download/cli/default?${query}`, {
    signal: AbortSignal.timeout(DOWNLOAD_PATIENCE_MS),
  })
  if (!info.ok) throw new Error(`temporal.download answered ${info.status}`)
  const { archiveUrl, fileToExtract } = (await info.json()) as { archiveUrl: string; fileToExtract: string }
  const archive = `${target}.${process.pid}.tar.gz`
  try {
    await withProgress(say, `Temporal: downloading ${archiveUrl}`, async () => {
      const answer = await fetch(archiveUrl, { signal: AbortSignal.timeout(600_000) })
      if (!answer.ok) throw new Error(`${archiveUrl} answered ${answer.status}`)
      writeFileSync(archive, Buffer.from(await answer.arrayBuffer()))
    })
    const directory = `${target}.${process.pid}.unpacked`
    mkdirSync(directory, { recursive: true })
    execFileSync('tar', ['-xzf', archive, '-C', directory, fileToExtract], { stdio: 'pipe' })
    adopt(join(directory, fileToExtract), target)
    rmSync(directory, { recursive: true, force: true })
  } finally {
    rmSync(archive, { force: true })
  }
}

async function buildFromSource(target: string, say: Progress): Promise<void> {
  if (!findOnPath('go')) throw new Error('there is no Go on this machine')
  say(`Temporal: building ${SOURCE} with Go; about 5 minutes the first time, never again`)
  const directory = `${target}.${process.pid}.built`
  mkdirSync(directory, { recursive: true })
  const counts = { downloaded: 0, compiled: 0 }
  const detail = () => ` (${counts.downloaded} modules fetched, ${counts.compiled} of about 1300 packages compiled)`
  const since = Date.now()
  try {
    await withProgress(say, 'Temporal: building', () => goInstall(directory, counts), { everyMs: 10_000, detail })
    adopt(join(directory, 'temporal'), target)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
  say(`Temporal: built in ${elapsed(since)}`)
}

async function goInstall(directory: string, counts: { downloaded: number; compiled: number }): Promise<void> {
  const lastLines: string[] = []
  const go = await startProcess({
    name: 'go install',
    command: 'go',
    args: ['install', '-v', SOURCE],
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

/** Runs it once before anybody relies on it; the rename makes a half-written file impossible. */
function adopt(built: string, target: string): void {
  execFileSync(built, ['--version'], { stdio: 'pipe' })
  renameSync(built, target)
}
