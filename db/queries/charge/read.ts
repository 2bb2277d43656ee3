/** Charges as the API reads them. Every statement is bound to one platform. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../client.ts'
import { prepared } from '../../prepared.ts'
import {
  chargeAttempts,
  chargeEvents,
  charges,
  checkoutOrders,
  offers,
  paymentLinks,
  payments,
  platforms,
} from '../../schema/index.ts'
import { type Proved, withNotices } from '../movement/proof.ts'
import type { PaymentRow } from './payments.ts'

export type ChargeRow = typeof charges.$inferSelect
export type ChargeEventRow = typeof chargeEvents.$inferSelect
export type ChargeAttemptRow = Omit<typeof chargeAttempts.$inferSelect, 'sealedJournal'>

const chargeById = prepared((db) =>
  db
    .select()
    .from(charges)
    .where(and(eq(charges.platformId, sql.placeholder('platformId')), eq(charges.id, sql.placeholder('id'))))
    .prepare('charge_by_id'),
)

export async function findCharge(db: Database, platformId: string, id: string): Promise<ChargeRow | undefined> {
  const [row] = await chargeById(db).execute({ platformId, id })
  return row
}

export async function findCharges(db: Database, platformId: string, ids: readonly string[]): Promise<ChargeRow[]> {
  return db
    .select()
    .from(charges)
    .where(and(eq(charges.platformId, platformId), inArray(charges.id, [...ids])))
}

const { name, brandColor, logoUrl, supportEmail, supportPhone } = platforms
const seller = { seller: name, brandColor, logoUrl, supportEmail, supportPhone }

/** Finds a charge for the buyer's page by its unguessable token, which is the only authorisation. */
export async function findCheckout(
  db: Database,
  by: { token: string } | { chargeId: string },
): Promise<CheckoutRow | undefined> {
  const [row] = await db
    .select({
      charge: charges,
      seller,
      order: { chargeId: checkoutOrders.chargeId, paidChargeId: checkoutOrders.paidChargeId },
      page: sql<string | null>`coalesce(${paymentLinks.slug}, ${offers.slug})`,
      isDecline: sql<boolean>`NOT EXISTS (
        SELECT FROM ${chargeAttempts}
        WHERE ${chargeAttempts.chargeId} = ${charges.id} AND ${chargeAttempts.errorMessage} = ${charges.failureMessage}
          AND ${chargeAttempts.errorKind} IS DISTINCT FROM 'Declined')`,
    })
    .from(charges)
    .innerJoin(platforms, eq(platforms.id, charges.platformId))
    .leftJoin(checkoutOrders, eq(checkoutOrders.id, charges.checkoutOrderId))
    .leftJoin(paymentLinks, eq(paymentLinks.id, checkoutOrders.linkId))
    .leftJoin(offers, eq(offers.id, checkoutOrders.offerId))
    .where('token' in by ? eq(charges.checkoutToken, by.token) : eq(charges.id, by.chargeId))
  return row
}

/** What a buyer may see of a charge and of its order. */
export interface CheckoutRow {
  charge: ChargeRow
  seller: Pick<typeof platforms.$inferSelect, 'brandColor' | 'logoUrl' | 'supportEmail' | 'supportPhone'> & {
    seller: string
  }
  order: { chargeId: string | null; paidChargeId: string | null } | null
  /** The public page where it was bought; null if the seller created the charge. */
  page: string | null
  /** `failureMessage` is a bank's decline, not a provider's refusal of an invalid request. */
  isDecline: boolean
}

/** Oldest first; undefined when the platform has no such charge. */
export async function listChargeEvents(
  db: Database,
  platformId: string,
  chargeId: string,
): Promise<Proved<ChargeEventRow>[] | undefined> {
  const rows = await db
    .select({ event: chargeEvents })
    .from(charges)
    .leftJoin(chargeEvents, eq(chargeEvents.chargeId, charges.id))
    .where(and(eq(charges.platformId, platformId), eq(charges.id, chargeId)))
    .orderBy(asc(chargeEvents.at), asc(chargeEvents.id))
  if (rows.length === 0) return undefined
  return withNotices(
    db,
    platformId,
    rows.flatMap(({ event }) => event ?? []),
  )
}

/** Oldest first; undefined when the platform has no such charge. */
export async function listChargeAttempts(
  db: Database,
  platformId: string,
  chargeId: string,
): Promise<ChargeAttemptRow[] | undefined> {
  const rows = await db
    .select({ attempt: chargeAttempts })
    .from(charges)
    .leftJoin(chargeAttempts, eq(chargeAttempts.chargeId, charges.id))
    .where(and(eq(charges.platformId, platformId), eq(charges.id, chargeId)))
    .orderBy(asc(chargeAttempts.number))
  return rows.length === 0 ? undefined : rows.flatMap(({ attempt }) => attempt ?? [])
}

/** Oldest first; undefined when the platform has no such charge. */
export async function listPayments(
  db: Database,
  platformId: string,
  chargeId: string,
): Promise<PaymentRow[] | undefined> {
  const rows = await db
    .select({ payment: payments })
    .from(charges)
    .leftJoin(payments, eq(payments.chargeId, charges.id))
    .where(and(eq(charges.platformId, platformId), eq(charges.id, chargeId)))
    .orderBy(asc(payments.createdAt), asc(payments.id))
  return rows.length === 0 ? undefined : rows.flatMap(({ payment }) => payment ?? [])
}
