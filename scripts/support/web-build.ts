import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { startProcess } from './processes.ts'
import { type Progress, withProgress } from './progress.ts'
import { ROOT } from './root.ts'

/** What the pages are made of. */
const SOURCES = ['web', 'api/schemas', 'domain', 'package-lock.json']

/** Builds the pages when there are none or a source is newer. */
export async function buildWeb(say: Progress): Promise<void> {
  const built = join(ROOT, 'web/dist/index.html')
  const newest = Math.max(...SOURCES.map((source) => newestIn(join(ROOT, source))))
  if (existsSync(built) && statSync(built).mtimeMs >= newest) return
  say('Web: building the pages')
  const lines: string[] = []
  await withProgress(say, 'Web: building the pages', async () => {
    const vite = await startProcess({
      name: 'web build',
      command: process.execPath,
      args: [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', 'web'],
      cwd: ROOT,
      onLine: (line) => lines.push(line),
    })
    const { code } = await vite.exited
    if (code !== 0) throw new Error(`The pages could not be built:\n${lines.slice(-20).join('\n')}`)
  })
}

function newestIn(path: string): number {
  if (!existsSync(path)) return 0
  const status = statSync(path)
  if (!status.isDirectory()) return status.mtimeMs
  return readdirSync(path)
    .filter((name) => name !== 'dist' && name !== 'node_modules')
    .reduce((newest, name) => Math.max(newest, newestIn(join(path, name))), 0)
}
