/** The workflows, bundled once for all workers of the run: it takes seconds of computing. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { workflowBundle } from '../../worker/bundle.ts'

/** @returns the bundle's path in the directory. */
export async function writeBundle(directory: string): Promise<string> {
  const path = join(directory, 'workflows.js')
  const { code } = await workflowBundle(pino({ level: 'silent' }))
  writeFileSync(path, code)
  return path
}
