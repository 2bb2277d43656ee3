/** A database and a Temporal namespace of a test file's own, on the servers that the run has started. */
import { randomBytes } from 'node:crypto'
import { Connection } from '@temporalio/client'
import postgres from 'postgres'
import { inject } from 'vitest'
import { registerNamespace } from '../../scripts/support/namespaces.ts'
import { TEMPLATE_DATABASE } from './provided.ts'

export interface FreshDatabase {
  /** For connectDatabase, or as DATABASE_URL. */
  databaseUrl: string
  /** Closes whatever is still connected and drops it. */
  drop(): Promise<void>
}

/** A migrated, empty database. Copied through the log, as it would be by itself, it costs three times as much. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(
    server,
    (sql) => sql`CREATE DATABASE ${sql(name)} TEMPLATE ${sql(TEMPLATE_DATABASE)} STRATEGY FILE_COPY`,
  )
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    databaseUrl: url.toString(),
    drop: () => administer(server, (sql) => sql`DROP DATABASE IF EXISTS ${sql(name)} WITH (FORCE)`),
  }
}

export interface FreshNamespace {
  temporalAddress: string
  temporalNamespace: string
  /** Forgets the namespace; its workflows go with it. */
  drop(): Promise<void>
}

/** A namespace that has our search attributes and that workers can poll at once. */
export async function freshNamespace(): Promise<FreshNamespace> {
  const temporalAddress = inject('temporalAddress')
  const temporalNamespace = `test-${randomBytes(8).toString('hex')}`
  const connection = await Connection.connect({ address: temporalAddress })
  try {
    await registerNamespace(connection, temporalNamespace)
  } finally {
    await connection.close()
  }
  return { temporalAddress, temporalNamespace, drop: () => deleteNamespace(temporalAddress, temporalNamespace) }
}

async function deleteNamespace(address: string, namespace: string): Promise<void> {
  const connection = await Connection.connect({ address })
  try {
    await connection.operatorService.deleteNamespace({ namespace })
  } finally {
    await connection.close()
  }
}

async function administer(url: string, run: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await run(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}
