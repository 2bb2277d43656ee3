/** Users' named filters. Every statement is bound to one user at one platform. */
import { and, asc, count, eq, ne, sql } from 'drizzle-orm'
import { MOST_SAVED_FILTERS, type SavedList } from '../../../domain/saved-filter.ts'
import type { Database } from '../../client.ts'
import { isUniqueViolation } from '../../errors.ts'
import { savedFilters } from '../../schema/index.ts'

export interface SavedFilterRow {
  id: string
  list: SavedList
  name: string
  search: string
}

interface Owner {
  userId: string
  platformId: string
}

const { id, list, name, search } = savedFilters
const shown = { id, list, name, search }

const isOf = ({ userId, platformId }: Owner) =>
  and(eq(savedFilters.userId, userId), eq(savedFilters.platformId, platformId))

export async function listSavedFilters(db: Database, owner: Owner): Promise<SavedFilterRow[]> {
  return db.select(shown).from(savedFilters).where(isOf(owner)).orderBy(asc(list), asc(name))
}

/**
 * Saves a filter in place of the one of the same list and name.
 * @param tx has locked the user, so that the limit holds for concurrent requests.
 * @returns undefined if the list has as many others as it may have.
 */
export async function saveFilter(
  tx: Pick<Database, 'select' | 'insert'>,
  owner: Owner,
  filter: Omit<SavedFilterRow, 'id'>,
): Promise<SavedFilterRow | undefined> {
  const [others] = await tx
    .select({ count: count() })
    .from(savedFilters)
    .where(and(isOf(owner), eq(list, filter.list), ne(name, filter.name)))
  if ((others?.count ?? 0) >= MOST_SAVED_FILTERS) return undefined
  const [saved] = await tx
    .insert(savedFilters)
    .values({ ...owner, ...filter })
    .onConflictDoUpdate({
      target: [savedFilters.userId, savedFilters.platformId, list, name],
      set: { search: sql`excluded.search` },
    })
    .returning(shown)
  return saved
}

/** @returns undefined if the user has no such filter there; 'taken' if another one of its list has the name, and nothing was changed then. */
export async function renameSavedFilter(
  db: Database,
  owner: Owner,
  filterId: string,
  to: string,
): Promise<SavedFilterRow | undefined | 'taken'> {
  try {
    const [renamed] = await db
      .update(savedFilters)
      .set({ name: to })
      .where(and(isOf(owner), eq(id, filterId)))
      .returning(shown)
    return renamed
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken'
    throw error
  }
}

/** @returns false if the user has no such filter there. */
export async function deleteSavedFilter(db: Database, owner: Owner, filterId: string): Promise<boolean> {
  const deleted = await db
    .delete(savedFilters)
    .where(and(isOf(owner), eq(id, filterId)))
    .returning({ id })
  return deleted.length === 1
}
