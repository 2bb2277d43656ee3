import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from './client.ts'

/**
 * A query of the hot path, whose text is built once per connection pool: building it takes longer than sending it. What
 * varies comes in through `sql.placeholder`. For a transaction, which has a connection of its own, it is built anew.
 */
export function prepared<Query, On extends object = Database>(build: (db: On) => Query): (db: On) => Query {
  const built = new WeakMap<On, Query>()
  return (db) => {
    const query = built.get(db) ?? build(db)
    built.set(db, query)
    return query
  }
}

/** A placeholder where the builder takes no bare one; it is sent as it is given. */
export const given = (name: string): SQL => sql`${sql.placeholder(name)}`

/** Columns, each as what is given under its own name. */
export const givens = <const Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, given(name)])) as Record<Name, SQL>

/** Values of `jsonb` columns, for `given`. */
export const asJsons = (values: Record<string, unknown>): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === null ? null : JSON.stringify(value)]),
  )

/** In an upsert, what the insert would have written. */
export const excluded = (column: { name: string }): SQL => sql`excluded.${sql.identifier(column.name)}`

/** A row of a table that plain SQL has returned, as the query builder gives it. */
export const asRow = <Table extends PgTable>(table: Table, row: Record<string, unknown>): Table['$inferSelect'] =>
  Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([name, column]) => {
      const value = row[column.name]
      return [name, value === null ? null : column.mapFromDriverValue(value)]
    }),
  ) as Table['$inferSelect']
