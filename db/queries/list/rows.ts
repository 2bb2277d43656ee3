/** Loads the rows of a page of keys, in the page's order. */
import type { Keyset, Page } from './pages.ts'

export async function rowsOf<Row extends { id: string }>(
  page: Page<Keyset>,
  load: (ids: string[]) => Promise<Row[]>,
): Promise<Page<Row>> {
  if (page.rows.length === 0) return { ...page, rows: [] }
  const rows = new Map((await load(page.rows.map(({ id }) => id))).map((row) => [row.id, row]))
  return { ...page, rows: page.rows.flatMap(({ id }) => rows.get(id) ?? []) }
}
