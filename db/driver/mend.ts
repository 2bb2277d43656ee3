/**
 * Patches the installed driver, or verifies that it is patched. `npm ci` runs it as postinstall, and fails if the driver is not the
 * version that was reviewed and tested.
 */
import { createHash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { DRIVER, DRIVER_VERSION, FILES, type FileChanges } from './changes.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

function driverFolder(): string {
  const found = findPackageJSON(DRIVER, import.meta.url)
  if (found === undefined) throw new Error(`${DRIVER} is not installed: run npm ci.`)
  return dirname(found)
}

function mended(text: string, { path, published, mended, changes }: FileChanges): string {
  if (sha256(text) === mended) return text
  if (sha256(text) !== published) {
    throw new Error(`${DRIVER}/${path} is not that of ${DRIVER} ${DRIVER_VERSION}: read what changed, then db/driver.`)
  }
  const result = changes.reduce((before, { from, to }) => before.replace(from, () => to), text)
  if (sha256(result) !== mended) throw new Error(`${DRIVER}/${path} is not what db/driver promises: ${sha256(result)}.`)
  return result
}

/**
 * Idempotent. Replaces files instead of writing into them, because package managers share files between folders.
 * @throws Error if a file is neither the published nor the patched one; no file is changed then.
 */
export function mendDriver(folder: string = driverFolder()): void {
  const files = FILES.map((file) => {
    const path = join(folder, file.path)
    const before = readFileSync(path, 'utf8')
    return { path, before, after: mended(before, file) }
  })
  for (const { path, before, after } of files) {
    if (before === after) continue
    const beside = `${path}.${process.pid}`
    writeFileSync(beside, after)
    renameSync(beside, path)
  }
}

/** @throws Error unless every file of the driver is patched. */
export function assertMendedDriver(folder: string = driverFolder()): void {
  const other = FILES.find(({ path, mended }) => sha256(readFileSync(join(folder, path), 'utf8')) !== mended)
  if (!other) return
  throw new Error(`${DRIVER}/${other.path} lacks the changes without which rows can reach the wrong query: run npm ci.`)
}

if (import.meta.main) mendDriver()
