/** Statements whose id column is our reference: what a provider calls the transaction is looked up, and compared under that id. */
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { attemptReference, referredAttempt } from '../../attempt-ids.ts'
import type { Queryable } from '../../client.ts'
import { chargeAttempts, disbursementAttempts, disbursements, statementLines } from '../../schema/index.ts'

interface Named extends Record<string, unknown> {
  /** A charge's attempt, by its id, or a disbursement's reference. */
  reference: string
  transactionId: string
}

const OF_CHARGES = sql`SELECT ${chargeAttempts.id}::text AS reference, ${chargeAttempts.transactionId} AS "transactionId" FROM ${chargeAttempts}`
const OF_DISBURSEMENTS = sql`
  SELECT ${disbursementAttempts.reference}, ${disbursements.externalId} AS "transactionId"
  FROM ${disbursementAttempts} JOIN ${disbursements} ON ${disbursements.id} = ${disbursementAttempts.disbursementId}
    AND ${disbursements.providerAccountId} = ${disbursementAttempts.providerAccountId}`

/** @returns the provider's id by our reference, of those among the names that are references to known transactions of the account. */
export async function transactionsByReference(
  tx: Queryable,
  accountId: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  const references = names.filter((name) => referredAttempt(name) !== undefined)
  if (references.length === 0) return new Map()
  const ids = sql.param(references.flatMap((reference) => referredAttempt(reference) ?? []))
  const named = await tx.execute<Named>(sql`
    ${OF_CHARGES}
    WHERE ${chargeAttempts.id} = ANY (${ids}::uuid[]) AND ${chargeAttempts.providerAccountId} = ${accountId}
      AND ${chargeAttempts.transactionId} IS NOT NULL
    UNION ALL ${OF_DISBURSEMENTS}
    WHERE ${disbursementAttempts.providerAccountId} = ${accountId}
      AND ${disbursementAttempts.reference} = ANY (${sql.param(references)}::text[]) AND ${disbursements.externalId} IS NOT NULL`)
  return new Map(named.map(({ reference, transactionId }) => [attemptReference(reference), transactionId]))
}

/** @returns our references by the provider's id, of those transactions of the account that we know. */
export async function referencesOf(
  tx: Queryable,
  accountId: string,
  transactionIds: readonly string[],
): Promise<Map<string, string[]>> {
  const ids = sql.param(transactionIds)
  const named = await tx.execute<Named>(sql`
    ${OF_CHARGES}
    WHERE ${chargeAttempts.providerAccountId} = ${accountId} AND ${chargeAttempts.transactionId} = ANY (${ids}::text[])
    UNION ALL ${OF_DISBURSEMENTS}
    WHERE ${disbursements.providerAccountId} = ${accountId} AND ${disbursements.externalId} = ANY (${ids}::text[])`)
  const own = Map.groupBy(named, ({ transactionId }) => transactionId)
  return new Map([...own].map(([id, some]) => [id, some.map(({ reference }) => attemptReference(reference))] as const))
}

/**
 * No statement of the account lists the transaction, neither by the provider's id nor by a reference of ours. Each candidate is looked up by
 * index (OFFSET keeps it from being joined to all lines, or attempts, of the account).
 * @param references a query of our references to it, as `reference`.
 */
export function isUnlisted(accountId: string, id: PgColumn, references: SQL): SQL {
  const listed = (name: SQL | PgColumn) =>
    sql`SELECT FROM ${statementLines} WHERE ${statementLines.providerAccountId} = ${accountId} AND ${statementLines.transactionId} = ${name} OFFSET 0`
  return sql`${id} IS NOT NULL AND NOT EXISTS (${listed(id)})
    AND NOT EXISTS (SELECT FROM (${references}) AS own CROSS JOIN LATERAL (${listed(sql`own.reference`)}) AS line OFFSET 0)`
}

/** Our references to a charge's transaction. */
export const referencesOfTransaction = (accountId: string, id: PgColumn): SQL =>
  sql`SELECT replace(${chargeAttempts.id}::text, '-', '') AS reference FROM ${chargeAttempts} WHERE ${chargeAttempts.providerAccountId} = ${accountId} AND ${chargeAttempts.transactionId} = ${id} OFFSET 0`

export const referencesOfDisbursement = (accountId: string, id: PgColumn): SQL =>
  sql`SELECT ${disbursementAttempts.reference} FROM ${disbursementAttempts} WHERE ${disbursementAttempts.disbursementId} = ${id} AND ${disbursementAttempts.providerAccountId} = ${accountId} OFFSET 0`
