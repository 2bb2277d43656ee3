/** The fake providers: every file in providers/, no list to keep. A file exports one `provider`. */
import { readdir } from 'node:fs/promises'
import type { FakeProvider } from './provider.ts'

const FOLDER = new URL('./providers/', import.meta.url)

/** Sorted by code. */
export async function loadProviders(): Promise<readonly FakeProvider[]> {
  const files = (await readdir(FOLDER)).filter((name) => name.endsWith('.ts')).sort()
  return Promise.all(files.map(async (name) => ((await import(new URL(name, FOLDER).href)) as ProviderFile).provider))
}

interface ProviderFile {
  readonly provider: FakeProvider
}
