/** The browser that the end-to-end tests and screenshots drive. */
import { execFileSync } from 'node:child_process'
import { startProcess } from './support/processes.ts'
import { findOnPath, isExecutable } from './support/programs.ts'
import { type Progress, withProgress } from './support/progress.ts'

/** The shell has no window to draw for: a page costs it half the processor time. */
const PACKAGES = ['chromium-headless-shell', 'chromium']
const NAMES = [
  ...PACKAGES,
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'google-chrome-for-testing',
  'chrome',
  'microsoft-edge',
]
const WELL_KNOWN = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/usr/lib/chromium/chromium',
]

/**
 * Path of a Chromium: CHROMIUM_PATH, else one of this machine, else one installed now where we may.
 * @throws Error telling how to get one.
 */
export async function findChromium(say: Progress): Promise<string> {
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) {
    if (isExecutable(chosen)) return chosen
    throw new Error(`CHROMIUM_PATH is ${chosen}, which is not a program.`)
  }
  const found = findInstalled()
  if (found) return found
  const failure = await install(say)
  const installed = findInstalled()
  if (installed) return installed
  throw new Error(
    `The end-to-end tests drive Chromium, which is not on this machine, and it could not be installed: ${failure}. ` +
      'Install Chromium or Chrome (Debian: apt-get install chromium), or set CHROMIUM_PATH to it.',
  )
}

function findInstalled(): string | undefined {
  const candidates = [...NAMES.map(findOnPath), ...WELL_KNOWN.filter(isExecutable)]
  return candidates.find((path) => path !== undefined && runs(path))
}

/** Some systems have a `chromium-browser` that only tells how to install one. */
function runs(path: string): boolean {
  try {
    execFileSync(path, ['--version'], { stdio: 'ignore', timeout: 30_000 })
    return true
  } catch {
    return false
  }
}

/** Returns why it did not work; empty when it may have. */
async function install(say: Progress): Promise<string> {
  if (process.getuid?.() !== 0) return 'only root may install programs'
  if (!findOnPath('apt-get')) return 'there is no apt-get here'
  const apt = async (...args: string[]) => {
    const lines: string[] = []
    const run = await startProcess({
      name: 'apt-get',
      command: 'apt-get',
      args,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      onLine: (line) => lines.push(line),
    })
    const { code } = await run.exited
    return code === 0 ? '' : `apt-get ${args.join(' ')} ended with ${code}: ${lines.slice(-3).join(' | ')}`
  }
  say('Chromium: installing it with apt-get')
  return withProgress(say, 'Chromium: installing', async () => {
    const failures = [await apt('update')]
    for (const name of PACKAGES) {
      const failure = await apt('install', '-y', '--no-install-recommends', name)
      if (!failure) return ''
      failures.push(failure)
    }
    return failures.filter(Boolean).join('; ')
  })
}
