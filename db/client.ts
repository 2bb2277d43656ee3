/** Connections to one writer and any number of read replicas, used in turn. */
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { assertMendedDriver } from './driver/mend.ts'
import { type ReadSomewhere, readingAt } from './replicas.ts'
import * as schema from './schema/index.ts'

assertMendedDriver()

export type Database = PostgresJsDatabase<typeof schema>

/** The pool or a transaction. */
export type Queryable = Pick<
  Database,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction' | 'with' | '$with'
>

export interface DatabasePool {
  /** Writes, and reads that must see a write of the same request. */
  writer: Database
  /** One read that may lag: at the next replica in turn, or at the writer if there is none that can be reached. */
  read: ReadSomewhere<Database>
  /** The writer's driver, for LISTEN. */
  sql: postgres.Sql
  close(): Promise<void>
}

export interface PoolOptions {
  databaseUrl: string
  databaseReplicaUrls?: readonly string[]
  maxConnections?: number
}

/** Our statements are short. A hanging one must not keep an activity alive after Temporal has timed it out. */
const STATEMENT_TIMEOUT_MS = 10_000

export function connectDatabase({
  databaseUrl,
  databaseReplicaUrls = [],
  maxConnections = 10,
}: PoolOptions): DatabasePool {
  const connect = (url: string) =>
    naming(
      postgres(url, {
        max: maxConnections,
        connect_timeout: 5,
        // Seconds. The driver's default backoff grows to 20, which is too long for a request that waits for it.
        backoff: () => 0.5,
        onnotice: () => {},
        connection: { application_name: 'trilho', statement_timeout: STATEMENT_TIMEOUT_MS },
      }),
    )
  const sql = connect(databaseUrl)
  const writer = drizzle(sql, { schema })
  const replicaDrivers = databaseReplicaUrls.map(connect)
  const replicas = replicaDrivers.map((driver) => drizzle(driver, { schema }))
  return {
    writer,
    read: readingAt(writer, replicas),
    sql,
    close: async () => {
      await Promise.all([sql, ...replicaDrivers].map((driver) => driver.end({ timeout: 5 })))
    },
  }
}

/**
 * The query builder sends unnamed statements, which cost two round trips and a new plan each time. Named ones are prepared once per
 * connection. Behind a pooler that does not support them, `?prepare=false` in the URL turns them off.
 */
function naming(driver: postgres.Sql): postgres.Sql {
  const { unsafe } = driver
  driver.unsafe = (query, parameters, options) =>
    unsafe(query, parameters, { ...options, prepare: (parameters?.length ?? 0) > 0 })
  return driver
}
