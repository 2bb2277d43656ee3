/** Payments that nobody waits for: their codes are withdrawn where the provider can do it. */
import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { charges, payments, platforms, providerAccounts, readings } from '../../schema/index.ts'
import type { PlatformRow } from '../access/people.ts'
import type { ProviderAccountRow } from '../account/read.ts'
import type { ReadAccount } from '../reading/due.ts'
import type { PaymentRow } from './payments.ts'
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
