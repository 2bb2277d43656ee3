/** What a list is, whichever thing it lists. */
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { ListSort } from '../../../domain/list-sort.ts'
import type { Searched } from '../../schema/search.ts'
import { beyond, type Keyset } from './pages.ts'

/** A column that a list can be narrowed by, as the table's `_facets` index has it. */
export interface Facet {
  column: SQL | AnyColumn
  /** What is asked for, or each of several; undefined: any. */
  given: string | boolean | readonly string[] | undefined
  /** All that it can be; undefined: whatever the rows have. Only the first facet may leave it open. */
  values?: readonly (string | boolean)[]
}

export interface Listing {
  table: PgTable & { id: AnyPgColumn; platformId: AnyPgColumn }
  /** When a row began: what the list is sorted by. */
  at: AnyPgColumn
  kind: Searched
  platformId: string
  /** What tells this list from others of the same table; the index has it after the platform. */
  scope: SQL | undefined
  /** In the order of the index. */
  facets: readonly Facet[]
  /** Conditions that nearly every row fulfils which has what the facets ask for, so that walking past the others costs nothing. */
  common?: readonly SQL[]
  /** Conditions that few rows fulfil, such as an order's id. */
  rare: readonly SQL[]
  createdFrom: string | undefined
  createdTo: string | undefined
  q: string | undefined
}

export const isSeveral = (given: Facet['given']): given is readonly string[] => Array.isArray(given)

/** That a row has what is asked for. */
export const fits = (column: Facet['column'], given: NonNullable<Facet['given']>): SQL =>
  isSeveral(given) ? sql`${column} = ANY(${sql.param(given)}::text[])` : sql`${column} = ${given}`

export interface Wanted {
  limit: number
  after?: Keyset
  /** Newest first, when left out. */
  sort?: ListSort
}

export const sortOf = ({ sort = '-createdAt' }: Pick<Wanted, 'sort'>): ListSort => sort

/** All of them; there is at least one. */
export const all = (conditions: readonly (SQL | undefined)[]): SQL =>
  sql.join(
    conditions.filter((condition) => condition !== undefined),
    sql` AND `,
  )

/** The range of time, and what comes after the page before. */
export function within(
  at: SQL | AnyColumn,
  id: SQL | AnyColumn,
  { createdFrom, createdTo }: { createdFrom: string | undefined; createdTo: string | undefined },
  page: Pick<Wanted, 'after' | 'sort'>,
  isAge = false,
): (SQL | undefined)[] {
  const { after } = page
  const moment = (text: string) =>
    isAge ? sql`(${text}::timestamptz - 'epoch'::timestamptz)` : sql`${text}::timestamptz`
  return [
    createdFrom === undefined ? undefined : sql`${at} >= ${moment(createdFrom)}`,
    createdTo === undefined ? undefined : sql`${at} < ${moment(createdTo)}`,
    after && sql`(${at}, ${id}) ${beyond(sortOf(page))} (${moment(after.at)}, ${after.id}::uuid)`,
  ]
}
