/** Views of a list that somebody has given a name, kept in this browser: a person's own, and each list's. */
export interface SavedFilter {
  name: string
  /** As the address has it. */
  search: string
}

/** What stands in an address and narrows nothing. */
const NO_FILTERS: readonly string[] = ['open', 'view']

/** The same filters are the same text, in whatever order they were set. */
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
    // Storage may be forbidden, or hold what nobody here wrote.
    return []
  }
}

export function writeSaved(userId: string, list: string, saved: readonly SavedFilter[]): void {
  try {
    localStorage.setItem(keyOf(userId, list), JSON.stringify(saved))
  } catch {
    // They then last as long as the page.
  }
}

/** One name stands for one view: saving it again replaces it. */
export const withSaved = (saved: readonly SavedFilter[], added: SavedFilter): SavedFilter[] =>
  [...saved.filter(({ name }) => name !== added.name), added].toSorted((one, other) =>
    one.name.localeCompare(other.name),
  )

function isSaved(value: unknown): value is SavedFilter {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('search' in value)) return false
  return typeof value.name === 'string' && typeof value.search === 'string'
}
