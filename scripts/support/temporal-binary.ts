/** Where the Temporal dev server comes from: the machine, our cache, its makers' download, or its source. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { adopt, cacheDirectory, findOnPath, goInstall, isExecutable } from './programs.ts'
import { type Progress, withProgress } from './progress.ts'

const SOURCE = 'github.com/temporalio/cli/cmd/temporal@v1.5.1'
const DOWNLOAD_PATIENCE_MS = 8_000

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

/** About 1300 packages are compiled. */
async function buildFromSource(target: string, say: Progress): Promise<void> {
  await goInstall({ name: 'Temporal', source: SOURCE, target, packages: 1300, say })
}
