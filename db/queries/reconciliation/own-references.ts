/** Statements whose id column is our reference: what a provider calls the transaction is looked up, and compared under that id. */
import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { attemptReference, referredAttempt } from '../../attempt-ids.ts'
import type { Queryable } from '../../client.ts'
import { chargeAttempts, disbursementAttempts, disbursements, statementLines } from '../../schema/index.ts'

/** @returns the provider's id by our reference, of those among the names that are references to known transactions of the account. */
export async function transactionsByReference(
  tx: Queryable,
  accountId: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  const references = names.filter((name) => referredAttempt(name) !== undefined)
  if (references.length === 0) return new Map()
  const ofCharges = await tx
    .select({ id: chargeAttempts.id, transactionId: chargeAttempts.transactionId })
    .from(chargeAttempts)
    .where(
      and(
        inArray(
          chargeAttempts.id,
          references.flatMap((reference) => referredAttempt(reference) ?? []),
        ),
        eq(chargeAttempts.providerAccountId, accountId),
        isNotNull(chargeAttempts.transactionId),
      ),
    )
  const ofDisbursements = await tx
    .select({ reference: disbursementAttempts.reference, transactionId: disbursements.externalId })
    .from(disbursementAttempts)
    .innerJoin(disbursements, eq(disbursements.id, disbursementAttempts.disbursementId))
    .where(
      and(
        eq(disbursementAttempts.providerAccountId, accountId),
        inArray(disbursementAttempts.reference, references),
        eq(disbursements.providerAccountId, accountId),
        isNotNull(disbursements.externalId),
      ),
    )
  const pairs = [
    ...ofCharges.map(({ id, transactionId }) => [attemptReference(id), transactionId] as const),
    ...ofDisbursements.map(({ reference, transactionId }) => [reference, transactionId] as const),
  ]
  return new Map(pairs.flatMap(([reference, id]) => (id === null ? [] : [[reference, id]])))
}

/** No statement of the account lists the transaction, neither by the provider's id nor by a reference of ours. */
export function isUnlisted(accountId: string, id: PgColumn, references: SQL): SQL {
  return sql`${id} IS NOT NULL AND NOT EXISTS (SELECT FROM ${statementLines} WHERE ${statementLines.providerAccountId} = ${accountId}
    AND ${statementLines.transactionId} IN (SELECT ${id} UNION ALL ${references}))`
}

/** Our references to a charge's transaction. */
export const referencesOfTransaction = (accountId: string, id: PgColumn): SQL =>
  sql`SELECT replace(${chargeAttempts.id}::text, '-', '') FROM ${chargeAttempts} WHERE ${chargeAttempts.providerAccountId} = ${accountId} AND ${chargeAttempts.transactionId} = ${id}`

export const referencesOfDisbursement = (accountId: string, id: PgColumn): SQL =>
  sql`SELECT ${disbursementAttempts.reference} FROM ${disbursementAttempts} WHERE ${disbursementAttempts.disbursementId} = ${id} AND ${disbursementAttempts.providerAccountId} = ${accountId}`
