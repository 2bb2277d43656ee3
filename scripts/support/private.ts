/** What is ours alone: other people on the machine may not read it. */
import { chmodSync, existsSync, mkdirSync } from 'node:fs'

/** Makes the directory, or closes one that others could read. */
export function makePrivate(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  chmodSync(directory, 0o700)
}

/** Closes a file that others could read, if it is there. */
export function closeFile(path: string): void {
  if (existsSync(path)) chmodSync(path, 0o600)
}

/** What runs the program so that only its user can read the files that it makes. */
export const inPrivate = (command: string, args: readonly string[]) => ({
  command: '/bin/sh',
  args: ['-c', 'umask 077; exec "$0" "$@"', command, ...args],
})
