/** Drawn for the demo shop. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './root.ts'

export const readPicture = (name: 'curso.webp' | 'logo.webp') => ({
  name,
  type: 'image/webp',
  bytes: new Uint8Array(readFileSync(join(ROOT, 'scripts/support/demo-pictures', name))),
})
