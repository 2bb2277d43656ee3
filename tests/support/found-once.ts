/**
 * Loaded before a process of the tests (`node --import`): where a module is and what kind of file it is, Node finds out once for each
 * directory and each package. By itself it reads a package's whole list of exports anew for each file that is imported.
 */
import { type ResolveFnOutput, registerHooks } from 'node:module'

const formats = new Map<string, ResolveFnOutput['format']>()
const packages = new Map<string, ResolveFnOutput>()

registerHooks({
  resolve: (specifier, context, resolve) => {
    const { parentURL, conditions } = context
    if (!parentURL?.startsWith('file:') || !conditions.includes('import')) return resolve(specifier, context)
    return /^\.\.?\//.test(specifier)
      ? beside(specifier, parentURL, () => resolve(specifier, context))
      : isOurs(parentURL)
        ? fromPackage(specifier, () => resolve(specifier, context))
        : resolve(specifier, context)
  },
})

/** A file's format is that of the others with its extension in its directory. */
function beside(specifier: string, parentURL: string, resolve: () => ResolveFnOutput): ResolveFnOutput {
  const { href: url } = new URL(specifier, parentURL)
  const kind = url.replace(/[^/]*(?=\.\w+$)/, '')
  if (formats.has(kind)) return { url, format: formats.get(kind), shortCircuit: true }
  const resolved = resolve()
  if (resolved.url === url && resolved.format != null) formats.set(kind, resolved.format)
  return resolved
}

/** All files of the project have the same packages. */
function fromPackage(specifier: string, resolve: () => ResolveFnOutput): ResolveFnOutput {
  const known = packages.get(specifier)
  if (known) return { ...known, shortCircuit: true }
  const resolved = resolve()
  packages.set(specifier, resolved)
  return resolved
}

const isOurs = (url: string) => !url.includes('/node_modules/')
