/** Every sealed value in the database, for sealing it again with a new key. */
import { getTableColumns, getTableName, is, type SQL, sql } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import type { Database } from '../client.ts'
import * as schema from '../schema/index.ts'

/** A place with sealed values: a column, or a member of a JSON column. */
export interface SealedPlace {
  /** The place's name for operators: table and column. */
  name: string
  table: string
  /** The columns of the table's key. */
  key: readonly string[]
  value: SQL
  /** The assignment that replaces the value. */
  set(value: string): SQL
  /** The provider that a row belongs to, if any. */
  provider: SQL
}

export interface SealedRow {
  /** The values of the key's columns. */
  key: readonly string[]
  sealed: string
  provider: string | null
}

const ID = ['id'] as const

/** A column whose name begins with `sealed_` is sealed. */
const columns: readonly SealedPlace[] = Object.values(schema).flatMap((table) => {
  if (!is(table, PgTable)) return []
  const named = Object.values(getTableColumns(table)).map(({ name }) => name)
  const provider = named.includes('provider') ? sql.identifier('provider') : sql`NULL`
  return named
    .filter((name) => name.startsWith('sealed_'))
    .map((name) => ({ ...inColumn(getTableName(table), name, ID), provider: sql`${provider}` }))
})

export const SEALED_PLACES: readonly SealedPlace[] = [
  ...columns,
  inColumn('idempotency_keys', 'request_hash', ['platform_id', 'key']),
  {
    name: 'idempotency_keys.response_body.sealed',
    table: 'idempotency_keys',
    key: ['platform_id', 'key'],
    value: sql`response_body->>'sealed'`,
    set: (value) => sql`response_body = jsonb_set(response_body, '{sealed}', to_jsonb(${value}::text))`,
    provider: sql`NULL`,
  },
  {
    name: 'charges.extras.sealedReceiverToken',
    table: 'charges',
    key: ID,
    value: sql`extras->>'sealedReceiverToken'`,
    set: (value) => sql`extras = jsonb_set(extras, '{sealedReceiverToken}', to_jsonb(${value}::text))`,
    provider: sql`NULL`,
  },
]

function inColumn(table: string, column: string, key: readonly string[]): SealedPlace {
  const value = sql`${sql.identifier(column)}`
  const set = (text: string) => sql`${value} = ${text}`
  return { name: `${table}.${column}`, table, key, value, set, provider: sql`NULL` }
}

/** How many rows one query reads. */
const BATCH = 1000

/**
 * Of the next rows, those sealed with another key than `keyId`, and where to continue. `next` is undefined at the end of the table.
 */
export async function sealedOtherwise(
  db: Database,
  { table, key, value, provider }: SealedPlace,
  keyId: string,
  after: readonly string[] | undefined,
): Promise<{ rows: SealedRow[]; next: readonly string[] | undefined }> {
  const names = listOf(key.map((name) => sql.identifier(name)))
  const from = after ? sql`WHERE (${names}) > (${listOf(after.map((part) => sql`${part}`))})` : sql``
  const found = await db.execute<{ key: string[]; sealed: string | null; provider: string | null }>(sql`
    SELECT array[${listOf(key.map((name) => sql`${sql.identifier(name)}::text`))}] AS key, ${provider} AS provider,
      CASE WHEN ${value} LIKE '________.%' AND ${value} NOT LIKE ${`${keyId}.%`} THEN ${value} END AS sealed
    FROM ${sql.identifier(table)} ${from} ORDER BY ${names} LIMIT ${BATCH}`)
  const rows = found.flatMap(({ sealed, ...row }) => (sealed === null ? [] : [{ ...row, sealed }]))
  return { rows, next: found.length < BATCH ? undefined : found.at(-1)?.key }
}

/** Replaces the value unless another process has changed it meanwhile. @returns whether it was replaced. */
export async function replaceSealed(
  db: Database,
  { table, key, value, set }: SealedPlace,
  row: SealedRow,
  again: string,
): Promise<boolean> {
  const named = key.map((name, index) => sql`${sql.identifier(name)} = ${row.key[index]}`)
  const replaced = await db.execute(sql`
    UPDATE ${sql.identifier(table)} SET ${set(again)}
    WHERE ${sql.join(named, sql` AND `)} AND ${value} = ${row.sealed} RETURNING 1`)
  return replaced.length === 1
}

const listOf = (parts: readonly SQL[] | ReturnType<typeof sql.identifier>[]): SQL => sql.join([...parts], sql.raw(', '))
