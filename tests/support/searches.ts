/** The real registry, with searches that are known not to lag for long at some providers: no real one promises that. */
import type * as Registry from '../../providers/index.ts'

export const STALE_SECONDS = 2

export function promptSearches(real: typeof Registry, ...codes: readonly string[]): typeof Registry {
  const findProvider: typeof real.findProvider = (code) => {
    const provider = real.findProvider(code)
    if (!provider.lookup || !codes.includes(code)) return provider
    return { ...provider, lookup: { ...provider.lookup, staleFor: STALE_SECONDS } }
  }
  return { ...real, findProvider }
}
