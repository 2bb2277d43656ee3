/** Payments that their charge does not show, and payments of charges that were given up, whose codes are withdrawn. */
import { and, eq, inArray, ne, not, or, sql } from 'drizzle-orm'
import { CHARGE_STATUSES, canMove } from '../../../domain/charge.ts'
import { defined } from '../../../domain/defined.ts'
import type { Database, Queryable } from '../../client.ts'
import { charges, payments, platforms, providerAccounts, readings } from '../../schema/index.ts'
import type { PlatformRow } from '../access/platforms.ts'
import type { ProviderAccountRow } from '../account/read.ts'
import type { ReadAccount } from '../reading/due.ts'
import type { AccountTransaction, PaymentRow } from './payments.ts'
import type { ChargeRow } from './read.ts'

export interface UnwantedPayment {
  payment: PaymentRow
  charge: ChargeRow
  account: ProviderAccountRow
  platform: PlatformRow
}

/** Undefined if the payment is paid, already withdrawn, or still expected. */
export async function loadUnwanted(db: Database, paymentId: string): Promise<UnwantedPayment | undefined> {
  const [row] = await db
    .select({ payment: payments, charge: charges, account: providerAccounts, platform: platforms })
    .from(payments)
    .innerJoin(charges, eq(charges.id, payments.chargeId))
    .innerJoin(platforms, eq(platforms.id, charges.platformId))
    .innerJoin(providerAccounts, eq(providerAccounts.id, payments.providerAccountId))
    .where(and(eq(payments.id, paymentId), sql`is_unwanted(charges, payments)`))
  return row
}

/** The accounts at which codes of the charge must be withdrawn now. */
export async function accountsToVoidAt(db: Database, chargeId: string): Promise<ReadAccount[]> {
  const { id, platformId, provider } = providerAccounts
  return db
    .selectDistinct({ id, platformId, provider })
    .from(payments)
    .innerJoin(readings, and(eq(readings.kind, 'void'), eq(readings.id, payments.id)))
    .innerJoin(providerAccounts, eq(id, payments.providerAccountId))
    .where(and(eq(payments.chargeId, chargeId), sql`${readings.nextReadAt} <= now()`))
}

/** The payment is the one that its charge shows. */
const isOwn = sql`(${charges.providerAccountId}, ${charges.transactionId})
  IS NOT DISTINCT FROM (${payments.providerAccountId}, ${payments.transactionId})`

export interface OtherPayment {
  chargeId: string
  isPaid: boolean
  of: AccountTransaction
}

/** A payment that its charge does not show; undefined if the charge shows it. */
export async function findOtherPayment(db: Queryable, id: string): Promise<OtherPayment | undefined> {
  const { chargeId, transactionId, provider, attempt, paidAt, providerAccountId: accountId } = payments
  const [row] = await db
    .select({
      chargeId,
      isPaid: sql<boolean>`${paidAt} IS NOT NULL`,
      of: { accountId, transactionId, provider },
      attempt,
    })
    .from(payments)
    .innerJoin(charges, eq(charges.id, chargeId))
    .where(and(eq(payments.id, id), not(isOwn)))
  if (!row) return undefined
  const { attempt: number, of, ...found } = row
  return { ...found, of: { ...of, ...defined({ attempt: number ?? undefined }) } }
}

export interface OtherAmount {
  id: string
  of: AccountTransaction & { provider: string }
  /** The amount paid, as far as it is known. Integer cents. */
  amount: number
  /** The charge shows this payment. */
  isOwn: boolean
}

/** The payment may still become APPROVED. */
export const isUntaken = inArray(
  payments.state,
  CHARGE_STATUSES.filter((state) => canMove(state, 'APPROVED')),
)

/** Payments that were not accepted: those with another amount than was charged, and the one that the charge shows. */
export async function findOtherAmounts(db: Queryable, chargeIdOf: string): Promise<OtherAmount[]> {
  const { id, chargeId, transactionId, provider, amount, providerAccountId: accountId } = payments
  return db
    .select({ id, of: { accountId, transactionId, provider }, amount, isOwn: sql<boolean>`${isOwn}` })
    .from(payments)
    .innerJoin(charges, eq(charges.id, chargeId))
    .where(and(eq(chargeId, chargeIdOf), isUntaken, or(ne(amount, charges.amount), isOwn)))
}
