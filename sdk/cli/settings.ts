/** Where the API is and who asks: from the environment, or from a file that is not committed. */
import { readFile } from 'node:fs/promises'
import { UsageError } from './usage-error.ts'

export interface Settings {
  apiKey: string
  baseUrl: string
}

export const DEFAULT_FILE = 'trilho.json'
const LOCAL = 'http://127.0.0.1:3000'

/**
 * The environment goes before the file.
 * @param file as given on the command line; else `trilho.json`, if it exists.
 * @throws UsageError which never shows what is in the file.
 */
export async function readSettings(environment: NodeJS.ProcessEnv, file: string | undefined): Promise<Settings> {
  const kept = await readOptions(file)
  const apiKey = environment.TRILHO_API_KEY || kept.apiKey
  if (!apiKey) throw new UsageError(`No key: set TRILHO_API_KEY, or write { "apiKey": "..." } into ${DEFAULT_FILE}`)
  // The file in this folder may be untrusted: the environment's key is not sent to the address in it.
  const isTrusted = file !== undefined || !environment.TRILHO_API_KEY
  const baseUrl = environment.TRILHO_URL || (isTrusted && kept.baseUrl) || LOCAL
  if (!URL.canParse(baseUrl)) throw new UsageError('TRILHO_URL, or baseUrl in the file, is no address')
  return { apiKey, baseUrl }
}

async function readOptions(file: string | undefined): Promise<Partial<Settings>> {
  const name = file ?? DEFAULT_FILE
  const text = await readFile(name, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (file === undefined && error.code === 'ENOENT') return '{}'
    throw new UsageError(`${name} cannot be read: ${error.code}`)
  })
  const options = parse(text)
  for (const field of ['apiKey', 'baseUrl'] as const) {
    if (!['string', 'undefined'].includes(typeof options?.[field]))
      throw new UsageError(`${field} in ${name} is no text`)
  }
  if (!options) throw new UsageError(`${name} is no JSON object`)
  return options
}

function parse(text: string): Partial<Settings> | undefined {
  try {
    const found: unknown = JSON.parse(text)
    return typeof found === 'object' && found !== null && !Array.isArray(found) ? found : undefined
  } catch {
    return undefined
  }
}
