/** Writes each language's index of the console's texts: one line per file of its folder. A folder there holds parts of one. */
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './support/root.ts'

const LANGUAGES = ['pt-BR', 'en']

export async function generateTextsIndexes(): Promise<void> {
  for (const language of LANGUAGES) {
    const folder = join(ROOT, 'web/src/i18n', language)
    const files = (await readdir(folder)).filter((file) => file.endsWith('.ts') && !file.endsWith('.generated.ts'))
    await writeFile(join(folder, 'index.generated.ts'), index(files.map((file) => file.replace(/\.ts$/, '')).sort()))
  }
}

function index(files: readonly string[]): string {
  const imports = files.map((file) => `import { ${namespaceOf(file)} } from './${file}.ts'\n`)
  const names = files.map((file) => `  ${namespaceOf(file)},\n`)
  return `/** Every text by its page. Made by \`npm run generate\` from the files of this folder. */
${imports.join('')}
export const texts = {
${names.join('')}}
`
}

/** `audit-log.ts` exports `auditLog`. */
const namespaceOf = (file: string): string => file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
