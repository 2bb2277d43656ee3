/** Secrets that `npm start` makes once and keeps in the data directory, where the processes that run beside it find them. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const KEPT = { masterKey: 'master.key', adminKey: 'admin.key' } as const

/** @param file one of `KEPT`. @returns undefined while the directory has none. */
export function readKept(dataDir: string, file: string): string | undefined {
  const path = join(dataDir, file)
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined
}
