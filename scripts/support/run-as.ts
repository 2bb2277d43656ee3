/** PostgreSQL refuses to run as root, so root runs it as another user, even below directories that only root may enter. */
import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

export interface Runner {
  /** The user that must own the files; undefined when it is the current user. */
  owner: { uid: number; gid: number } | undefined
  /** For spawn. Empty when `command` itself changes the user. */
  ids: { uid: number; gid: number } | Record<string, never>
  command(line: readonly [string, ...string[]]): readonly [string, ...string[]]
}

/**
 * `binary` must be where everyone may enter: PostgreSQL asks whether it may run its own files in a way for which the
 * capability below does not count.
 * @throws Error when root cannot run `binary` on `directory` as another user.
 */
export function runAs(directory: string, binary: string): Runner {
  if (process.getuid?.() !== 0) return { owner: undefined, ids: {}, command: (line) => line }
  const owner = existsSync(directory) && statSync(directory).uid !== 0 ? statSync(directory) : systemUser()
  const ids = { uid: owner.uid, gid: owner.gid }
  if (everyoneMayEnter(dirname(directory))) return { owner: ids, ids, command: (line) => line }
  // Below /root, for example: the other user gets root's right to pass through directories, and nothing else of root's.
  const prefix = [
    'setpriv',
    `--reuid=${ids.uid}`,
    `--regid=${ids.gid}`,
    '--clear-groups',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
  ] as const
  try {
    execFileSync(prefix[0], [...prefix.slice(1), binary, '--version'], { stdio: 'ignore' })
  } catch (error) {
    throw new Error(
      `PostgreSQL does not run as root, and another user cannot enter ${directory}. ` +
        'Run as a normal user, or set TRILHO_DATA_DIR to where every user may enter, or set DATABASE_URL.',
      { cause: error },
    )
  }
  return { owner: ids, ids: {}, command: (line) => [...prefix, ...line] }
}

function systemUser(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // No such user here; try the next.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as.')
}

/** True when the directory and all above it let every user through. */
export function everyoneMayEnter(path: string): boolean {
  for (let directory = resolve(path); ; directory = dirname(directory)) {
    if (existsSync(directory) && (statSync(directory).mode & 0o001) === 0) return false
    if (directory === dirname(directory)) return true
  }
}
