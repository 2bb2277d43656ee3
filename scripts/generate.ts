/** `npm run generate`: writes everything that is made from something else. `npm run check` fails when that would change a file. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { generateChangeCounts } from './count-changes.ts'
import { generateQuestions } from './generate-questions.ts'
import { generateRegistry } from './generate-registry.ts'
import { generateTextsIndexes } from './generate-texts-index.ts'
import { ROOT } from './support/root.ts'

/** Files and folders that `generateAll` may write, from the project's directory. */
export const GENERATED = [
  'providers/index.ts',
  'docs/architecture.md',
  'docs/providers.md',
  'db/migrations',
  'sdk/types.generated.ts',
  'sdk/operations.generated.ts',
  'api/collection.generated.json',
  'web/src/features/docs/index.generated.ts',
  'web/src/i18n/pt-BR/index.generated.ts',
  'web/src/i18n/en/index.generated.ts',
]

/** @throws Error when a generator fails, which includes a generator that would prompt for input. */
export async function generateAll(): Promise<void> {
  await generateRegistry()
  // Loaded only now: it reads the registry that has just been written.
  const { generateProviderDocs } = await import('./generate-provider-docs.ts')
  await generateProviderDocs()
  const { generateSdk } = await import('./generate-sdk.ts')
  await generateSdk()
  const { generateCollection } = await import('./generate-collection.ts')
  await generateCollection()
  const { generateDocsIndex } = await import('./generate-docs-index.ts')
  await generateDocsIndex()
  await generateTextsIndexes()
  await generateQuestions()
  await generateChangeCounts()
  execFileSync(process.execPath, [join(ROOT, 'node_modules/drizzle-kit/bin.cjs'), 'generate'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

if (import.meta.main) await generateAll()
