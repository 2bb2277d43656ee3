import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { oneAtATime } from './lock.ts'
import { startProcess } from './processes.ts'
import { type Progress, withProgress } from './progress.ts'
import { ROOT } from './root.ts'

/** What the pages are made of. */
const SOURCES = ['web', 'api/schemas', 'domain', 'package-lock.json']

/** The app's build, which empties the folder, then the buyers'. */
const CONFIGS = ['web/vite.config.ts', 'web/vite.buyer.config.ts']

/** Builds the pages when there are none or a source is newer. */
export async function buildWeb(say: Progress): Promise<void> {
  if (isBuilt()) return
  // Two builds would each empty the folder that the other one fills.
  const lock = join(ROOT, 'node_modules/.web-build.json')
  await oneAtATime(
    lock,
    () => say('Web: waiting for another process that builds the pages'),
    async () => {
      if (isBuilt()) return
      say('Web: building the pages')
      await withProgress(say, 'Web: building the pages', async () => {
        for (const config of CONFIGS) await build(config)
      })
    },
  )
}

function isBuilt(): boolean {
  const built = join(ROOT, 'web/dist/buyer.html')
  const newest = Math.max(...SOURCES.map((source) => newestIn(join(ROOT, source))))
  return existsSync(built) && statSync(built).mtimeMs >= newest
}

async function build(config: string): Promise<void> {
  const lines: string[] = []
  const vite = await startProcess({
    name: 'web build',
    command: process.execPath,
    args: [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', 'web', '--config', config],
    cwd: ROOT,
    // A test may start this. Its NODE_ENV would select the development JSX runtime, which the buyers' pages do not have.
    env: { ...process.env, NODE_ENV: 'production' },
    onLine: (line) => lines.push(line),
  })
  const { code } = await vite.exited
  if (code !== 0) throw new Error(`The pages could not be built:\n${lines.slice(-20).join('\n')}`)
}

function newestIn(path: string): number {
  if (!existsSync(path)) return 0
  const status = statSync(path)
  if (!status.isDirectory()) return status.mtimeMs
  return readdirSync(path)
    .filter((name) => name !== 'dist' && name !== 'node_modules')
    .reduce((newest, name) => Math.max(newest, newestIn(join(path, name))), 0)
}
