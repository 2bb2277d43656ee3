/** A list's named filters, kept in this browser per user and per list. */
export interface SavedFilter {
  name: string
  /** In the form of the address's query. */
  search: string
}

/** Query parameters that are not filters. */
const NO_FILTERS: readonly string[] = ['open', 'view']

/** The same filters give the same text, in any order. */
export function filtersOf(search: URLSearchParams): string {
  const filters = new URLSearchParams(search)
  for (const name of NO_FILTERS) filters.delete(name)
  filters.sort()
  return filters.toString()
}

const keyOf = (userId: string, list: string) => `trilho.filters.${userId}.${list}`

export function readSaved(userId: string, list: string): SavedFilter[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(userId, list)) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isSaved) : []
  } catch {
    // Storage may be forbidden, or hold data that this code did not write.
    return []
  }
}

export function writeSaved(userId: string, list: string, saved: readonly SavedFilter[]): void {
  try {
    localStorage.setItem(keyOf(userId, list), JSON.stringify(saved))
  } catch {
    // The filters then last as long as the page.
  }
}

/** Names are unique: saving under the same name replaces the filter. */
export const withSaved = (saved: readonly SavedFilter[], added: SavedFilter): SavedFilter[] =>
  [...saved.filter(({ name }) => name !== added.name), added].toSorted((one, other) =>
    one.name.localeCompare(other.name),
  )

function isSaved(value: unknown): value is SavedFilter {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('search' in value)) return false
  return typeof value.name === 'string' && typeof value.search === 'string'
}
