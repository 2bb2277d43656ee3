/** The description of a list, for every kind of row. */
import { type AnyColumn, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { ListSort } from '../../../domain/list-sort.ts'
import type { Searched } from '../../schema/search.ts'
import { beyond, type Keyset } from './pages.ts'

/** A column that a list can be filtered by, in the form that the table's `_facets` index has. */
export interface Facet {
  column: SQL | AnyColumn
  /** The requested value or values; undefined: any. */
  given: string | boolean | readonly string[] | undefined
  /** All possible values; undefined: the values that the rows have. Only the first facet may leave it out. */
  values?: readonly (string | boolean)[]
}

export interface Listing {
  table: PgTable & { id: AnyPgColumn; platformId: AnyPgColumn }
  /** The time of a row by which the list is sorted and narrowed: when it was created, unless the list says otherwise. */
  at: AnyPgColumn
  /** True if `at` is another time than the one that the search has of the rows, their creation. */
  hasOwnTime?: boolean
  /** Undefined if the list has no search. */
  kind: Searched | undefined
  platformId: string
  /** The condition that separates this list from others of the same table. In the index it follows the platform. */
  scope: SQL | undefined
  /** In the order of the index. */
  facets: readonly Facet[]
  /** Conditions that nearly every row with the requested facets meets, so that skipping the others costs little. */
  common?: readonly SQL[]
  /** Conditions that few rows meet, such as an order's id. */
  rare: readonly SQL[]
  /** From this time of a row on. */
  from: string | undefined
  /** Before this time of a row. */
  to: string | undefined
  q: string | undefined
}

/** All rows of a platform in a table that has no search. */
export const UNSEARCHED = { kind: undefined, scope: undefined, q: undefined } as const satisfies Partial<Listing>

export type SearchedListing = Listing & { kind: Searched }

export const isSearched = (listing: Listing): listing is SearchedListing => listing.kind !== undefined

export const isSeveral = (given: Facet['given']): given is readonly string[] => Array.isArray(given)

/** The condition that a row has the requested value. */
export const fits = (column: Facet['column'], given: NonNullable<Facet['given']>): SQL =>
  isSeveral(given) ? sql`${column} = ANY(${sql.param(given)}::text[])` : sql`${column} = ${given}`

export interface Wanted {
  limit: number
  after?: Keyset
  /** Newest first by default. */
  sort?: ListSort
}

export const sortOf = ({ sort = '-createdAt' }: Pick<Wanted, 'sort'>): ListSort => sort

/** Joins conditions with AND. At least one must be defined. */
export const all = (conditions: readonly (SQL | undefined)[]): SQL =>
  sql.join(
    conditions.filter((condition) => condition !== undefined),
    sql` AND `,
  )

/** The conditions for the time range and for the rows after the previous page. */
export function within(
  at: SQL | AnyColumn,
  id: SQL | AnyColumn,
  { from, to }: Pick<Listing, 'from' | 'to'>,
  page: Pick<Wanted, 'after' | 'sort'>,
  isAge = false,
): (SQL | undefined)[] {
  const { after } = page
  const moment = (text: string) =>
    isAge ? sql`(${text}::timestamptz - 'epoch'::timestamptz)` : sql`${text}::timestamptz`
  return [
    from === undefined ? undefined : sql`${at} >= ${moment(from)}`,
    to === undefined ? undefined : sql`${at} < ${moment(to)}`,
    after && sql`(${at}, ${id}) ${beyond(sortOf(page))} (${moment(after.at)}, ${after.id}::uuid)`,
  ]
}
