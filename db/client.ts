/** One writer and any number of read replicas, taken in turn. */
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { assertMendedDriver } from './driver/mend.ts'
import * as schema from './schema/index.ts'

assertMendedDriver()

export type Database = PostgresJsDatabase<typeof schema>

/** What a query needs: the pool or a transaction. */
export type Queryable = Pick<
  Database,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction' | 'with' | '$with'
>

export interface DatabasePool {
  /** Writes, and reads that must see a write of the same request. */
  writer: Database
  /** Reads that may lag: the next replica in turn, or the writer when there is none. */
  reader(): Database
  /** The writer's driver, for LISTEN. */
  sql: postgres.Sql
  close(): Promise<void>
}

export interface PoolOptions {
  databaseUrl: string
  databaseReplicaUrls?: readonly string[]
  maxConnections?: number
}

/** No statement of ours is long; one that hangs must not keep a run alive that Temporal has given up. */
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
        // Seconds. The driver's own backoff grows to 20, and a query waits for it: too long for a request.
        backoff: () => 0.5,
        onnotice: () => {},
        connection: { application_name: 'trilho', statement_timeout: STATEMENT_TIMEOUT_MS },
      }),
    )
  const sql = connect(databaseUrl)
  const writer = drizzle(sql, { schema })
  const replicaDrivers = databaseReplicaUrls.map(connect)
  const replicas = replicaDrivers.map((driver) => drizzle(driver, { schema }))
  let turn = 0
  return {
    writer,
    reader: () => replicas[turn++ % replicas.length] ?? writer,
    sql,
    close: async () => {
      await Promise.all([sql, ...replicaDrivers].map((driver) => driver.end({ timeout: 5 })))
    },
  }
}

/**
 * The query builder asks for nameless statements, which cost two round trips and a new plan each time. Named ones are
 * prepared once per connection. Behind a pooler that cannot keep them, `?prepare=false` in the address turns them off.
 */
function naming(driver: postgres.Sql): postgres.Sql {
  const { unsafe } = driver
  driver.unsafe = (query, parameters, options) =>
    unsafe(query, parameters, { ...options, prepare: (parameters?.length ?? 0) > 0 })
  return driver
}
