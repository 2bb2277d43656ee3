import { type SQL, sql } from 'drizzle-orm'
import type { Database } from './client.ts'

/**
 * A query of the hot path, whose text is built once per connection pool: building it takes longer than sending it. What
 * varies comes in through `sql.placeholder`.
 */
export function prepared<Query>(build: (db: Database) => Query): (db: Database) => Query {
  const built = new WeakMap<Database, Query>()
  return (db) => {
    const query = built.get(db) ?? build(db)
    built.set(db, query)
    return query
  }
}

/** A placeholder where the builder takes no bare one; it is sent as it is given. */
export const given = (name: string): SQL => sql`${sql.placeholder(name)}`

/** In an upsert, what the insert would have written. */
export const excluded = (column: { name: string }): SQL => sql`excluded.${sql.identifier(column.name)}`
