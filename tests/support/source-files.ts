/** The project's own source files and what they import, read with a real parser. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { parseSync } from 'vite'
import { ROOT } from '../../scripts/support/root.ts'

const NOT_OURS = new Set(['node_modules', '.git', 'dist', 'coverage'])

export interface SourceFile {
  /** From the project's directory, with forward slashes. */
  path: string
  text: string
}

export interface ImportArrow {
  /** A path from the project's directory for our own files, else the package's name as written. */
  target: string
  ours: boolean
  /** `import type` or `export type`: nothing of it is left at run time. */
  typeOnly: boolean
}

/** Every text file that belongs to the project. */
export function projectFiles(): SourceFile[] {
  const found: SourceFile[] = []
  const walk = (directory: string) => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      if (NOT_OURS.has(entry.name) || entry.name.startsWith('.trilho')) continue
      const path = join(directory, entry.name)
      if (entry.isDirectory()) walk(path)
      else if (entry.isFile() && !/\.(png|ico|woff2?|pem|gz)$/.test(entry.name)) {
        found.push({ path: relative(ROOT, path).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') })
      }
    }
  }
  walk(ROOT)
  return found
}

export function isCode({ path }: SourceFile): boolean {
  return /\.tsx?$/.test(path) && !/\.(d|generated)\.tsx?$/.test(path)
}

export function importsOf({ path, text }: SourceFile): ImportArrow[] {
  const { module } = parseSync(path, text, { lang: path.endsWith('x') ? 'tsx' : 'ts' })
  const arrow = (specifier: string, typeOnly: boolean): ImportArrow => {
    const ours = specifier.startsWith('.')
    return { target: ours ? posix.normalize(posix.join(dirname(path), specifier)) : specifier, ours, typeOnly }
  }
  // `import { type A }` keeps the import itself at run time; only `import type` removes it.
  const isType = (start: number) => /^(import|export)\s+type\b/.test(text.slice(start))
  return [
    ...module.staticImports.map(({ start, moduleRequest }) => arrow(moduleRequest.value, isType(start))),
    ...module.staticExports.flatMap(({ start, entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest ? [arrow(moduleRequest.value, isType(start))] : [])),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) =>
      arrow(text.slice(moduleRequest.start + 1, moduleRequest.end - 1), false),
    ),
  ]
}

/** The code with its comments blanked out, so that words in them do not count. */
export function withoutComments({ path, text }: SourceFile): string {
  const { comments } = parseSync(path, text, { lang: path.endsWith('x') ? 'tsx' : 'ts' })
  return comments.reduce(
    (code, { start, end }) => code.slice(0, start) + ' '.repeat(end - start) + code.slice(end),
    text,
  )
}
