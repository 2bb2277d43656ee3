/** The workflows of this version and of the next one, each as one script. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { workflowBundle } from '../../../worker/bundle.ts'

export interface Bundles {
  current: string
  next: string
}

/** @returns their paths in the directory. */
export async function makeBundles(directory: string): Promise<Bundles> {
  const make = async (name: string, file: string) => {
    const path = join(directory, `${name}.js`)
    const workflows = fileURLToPath(new URL(file, import.meta.url))
    const { code } = await workflowBundle(pino({ level: 'silent' }), false, workflows)
    writeFileSync(path, code)
    return path
  }
  const [current, next] = await Promise.all([make('current', './workflows.ts'), make('next', '../next/workflows.ts')])
  return { current, next }
}
