/** The workflows, bundled once for all workers of the run: it takes seconds of computing. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { workflowBundle } from '../../worker/bundle.ts'

/** What is tried again after a second, and ever more rarely, is tried again after a fifth of it: how often stays. */
const FIRST_PAUSE = /initialInterval: '(\d) seconds?'/g

/** @returns the bundle's path in the directory. */
export async function writeBundle(directory: string): Promise<string> {
  const path = join(directory, 'workflows.js')
  const { code } = await workflowBundle(pino({ level: 'silent' }))
  const hurried = code.replace(
    FIRST_PAUSE,
    (_, seconds: string) => `initialInterval: '${Number(seconds) * 200} milliseconds'`,
  )
  if (hurried === code) throw new Error('The workflows name their pauses otherwise')
  writeFileSync(path, hurried)
  return path
}
