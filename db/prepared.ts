import { getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from './client.ts'

/**
 * A query of the hot path whose text is built once per connection pool, because building it takes longer than sending it. Variable
 * values are passed through `sql.placeholder`. For a transaction, which has its own connection, the query is built again.
 */
export function prepared<Query, On extends object = Database>(build: (db: On) => Query): (db: On) => Query {
  const built = new WeakMap<On, Query>()
  return (db) => {
    const query = built.get(db) ?? build(db)
    built.set(db, query)
    return query
  }
}

/** A placeholder for places where the builder accepts no bare one. Its value is sent unconverted. */
export const given = (name: string): SQL => sql`${sql.placeholder(name)}`

/** A placeholder for each column, under the column's own name. */
export const givens = <const Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, given(name)])) as Record<Name, SQL>

/** Serialises values of `jsonb` columns for `given`. */
export const asJsons = (values: Record<string, unknown>): Record<string, string | null> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === null ? null : JSON.stringify(value)]),
  )

/** In an upsert, the value that the insert would have written. */
export const excluded = (column: { name: string }): SQL => sql`excluded.${sql.identifier(column.name)}`

/** Converts a row returned by plain SQL to the query builder's form. */
export const asRow = <Table extends PgTable>(table: Table, row: Record<string, unknown>): Table['$inferSelect'] =>
  Object.fromEntries(
    Object.entries(getTableColumns(table)).map(([name, column]) => {
      const value = row[column.name]
      return [name, value === null ? null : column.mapFromDriverValue(value)]
    }),
  ) as Table['$inferSelect']
