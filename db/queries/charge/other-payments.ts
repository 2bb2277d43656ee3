/** Payments that their charge does not show, and those that nobody waits for: their codes are withdrawn where the provider can do it. */

import { and, eq, inArray, ne, not, or, sql } from 'drizzle-orm'
import { CHARGE_STATUSES, canMove } from '../../../domain/charge.ts'
import { defined } from '../../../domain/defined.ts'
import type { PaymentMethod } from '../../../domain/payment-method.ts'
import type { Database, Queryable } from '../../client.ts'
import { charges, payments, platforms, providerAccounts, readings } from '../../schema/index.ts'
import type { PlatformRow } from '../access/people.ts'
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

/** Undefined when it is paid, withdrawn, or waited for. */
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

/** The accounts at which codes of the charge are to be withdrawn now. */
export async function accountsToVoidAt(db: Database, chargeId: string): Promise<ReadAccount[]> {
  const { id, platformId, provider } = providerAccounts
  return db
    .selectDistinct({ id, platformId, provider })
    .from(payments)
    .innerJoin(readings, and(eq(readings.kind, 'void'), eq(readings.id, payments.id)))
    .innerJoin(providerAccounts, eq(id, payments.providerAccountId))
    .where(and(eq(payments.chargeId, chargeId), sql`${readings.nextReadAt} <= now()`))
}

/** The charge shows it. */
const isOwn = sql`(${charges.providerAccountId}, ${charges.transactionId})
  IS NOT DISTINCT FROM (${payments.providerAccountId}, ${payments.transactionId})`

export interface OtherPayment {
  chargeId: string
  paymentMethod: PaymentMethod
  isPaid: boolean
  of: AccountTransaction
}

/** A payment beside the one that its charge shows; undefined where it is that one. */
export async function findOtherPayment(db: Queryable, id: string): Promise<OtherPayment | undefined> {
  const { chargeId, transactionId, provider, attempt, paidAt, providerAccountId: accountId } = payments
  const [row] = await db
    .select({
      chargeId,
      paymentMethod: charges.paymentMethod,
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
  /** What was paid, as far as is known. Integer cents. */
  amount: number
  /** It is the one that its charge shows. */
  isOwn: boolean
}

/** It may still become the charge's money. */
export const isUntaken = inArray(
  payments.state,
  CHARGE_STATUSES.filter((state) => canMove(state, 'APPROVED')),
)

/** What nobody has taken: payments of another amount than was charged, and the one that its charge shows. */
export async function findOtherAmounts(db: Queryable, chargeIdOf: string): Promise<OtherAmount[]> {
  const { id, chargeId, transactionId, provider, amount, providerAccountId: accountId } = payments
  return db
    .select({ id, of: { accountId, transactionId, provider }, amount, isOwn: sql<boolean>`${isOwn}` })
    .from(payments)
    .innerJoin(charges, eq(charges.id, chargeId))
    .where(and(eq(chargeId, chargeIdOf), isUntaken, or(ne(amount, charges.amount), isOwn)))
}
