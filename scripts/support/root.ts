import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's directory. */
export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
