/** What is ours alone: other people on the machine may not read it. */
import { chmodSync, existsSync, mkdirSync } from 'node:fs'

/** Root's servers run as another user, who has to pass through. No other user can list it. */
const DIRECTORY = process.getuid?.() === 0 ? 0o711 : 0o700

/** Makes the directory, or closes one that others could read. */
export function makePrivate(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: DIRECTORY })
  chmodSync(directory, DIRECTORY)
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
