/** The filters that a list was left with, so that the way back leads to the same view. For as long as the page lives. */
const searches = new Map<string, string>()

export function rememberSearch(path: string, search: string): void {
  searches.set(path, search)
}

export const withLastSearch = (path: string) => `${path}${searches.get(path) ?? ''}`
