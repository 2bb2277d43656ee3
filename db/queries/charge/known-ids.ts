/** Finds which charge a transaction already belongs to. One transaction never belongs to two charges. */
import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { ChargeStatus } from '../../../domain/charge.ts'
import type { Database } from '../../client.ts'
import { chargeAttempts, charges, payments, providerAccounts } from '../../schema/index.ts'

const made = alias(chargeAttempts, 'made')

/** The charges that have the transaction: one of their attempts created it, or it is one of their payments, matched by our reference. */
export const chargesWith = (accountId: SQLWrapper, transactionId: string): SQL => sql`(
  SELECT ${made.chargeId} FROM ${chargeAttempts} AS ${made}
  WHERE ${made.providerAccountId} = ${accountId} AND ${made.transactionId} = ${transactionId}
  UNION ALL SELECT ${payments.chargeId} FROM ${payments}
  WHERE ${payments.providerAccountId} = ${accountId} AND ${payments.transactionId} = ${transactionId})`

/** The transactions of the charge's payments at the account, in a statement on both. A Pix code that is paid twice has two. */
export const paidTransactions = sql<string[]>`ARRAY(
  SELECT paid.transaction_id FROM ${payments} AS paid
  WHERE paid.charge_id = ${charges.id} AND paid.provider_account_id = ${providerAccounts.id} ORDER BY paid.created_at, paid.id)`

/** A payment of a charge at one account. */
export interface NamedPayment {
  /** The provider's id of it: the transaction's, or a further payment's own. */
  name: string
  state: ChargeStatus
}

/** The payments at the account of the charge that has the transaction. */
export function paymentsBeside(db: Database, accountId: string, transaction: string): Promise<NamedPayment[]> {
  const { chargeId, providerAccountId, transactionId: name, state } = payments
  const isOfCharge = sql`${chargeId} IN ${chargesWith(sql`${accountId}::uuid`, transaction)}`
  return db
    .select({ name, state })
    .from(payments)
    .where(and(eq(providerAccountId, accountId), isOfCharge))
}

/** Whether the transaction has payments after its first one, which are called by its id and theirs (`furtherPaymentId`). */
export async function hasFurther(db: Database, accountId: string, transactionId: string): Promise<boolean> {
  const { id, chargeId, providerAccountId, transactionId: name } = payments
  const rows = await db
    .select({ id })
    .from(payments)
    .where(
      and(
        sql`${chargeId} IN (SELECT first.charge_id FROM ${payments} AS first
          WHERE first.provider_account_id = ${accountId} AND first.transaction_id = ${transactionId})`,
        eq(providerAccountId, accountId),
        sql`starts_with(${name}, ${`${transactionId}.`})`,
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** Whether the transaction belongs to another charge, at an account that this charge was sent to. */
export async function isOtherCharges(db: Database, chargeId: string, transactionId: string): Promise<boolean> {
  const { id, providerAccountId } = chargeAttempts
  const isOther = sql`${chargeAttempts.chargeId} <> ANY ${chargesWith(providerAccountId, transactionId)}`
  const rows = await db
    .select({ id })
    .from(chargeAttempts)
    .where(and(eq(chargeAttempts.chargeId, chargeId), isOther))
    .limit(1)
  return rows.length > 0
}
