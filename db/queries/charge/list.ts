/** The charges of one platform, newest first, and what they come to. */
import { and, eq, sql } from 'drizzle-orm'
import type { ChargeFigure } from '../../../domain/analytics.ts'
import type { ChargeStatus } from '../../../domain/charge.ts'
import { defined } from '../../../domain/defined.ts'
import { type Ended, type Ending, statusNamesOf } from '../../../domain/ending.ts'
import type { Currency } from '../../../domain/money.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '../../../domain/payment-method.ts'
import type { UnpaidReason } from '../../../domain/refusal.ts'
import type { Database } from '../../client.ts'
import { UNPAID_REASON } from '../../schema/charges.ts'
import { charges } from '../../schema/index.ts'
import { find, findAll } from '../list/find.ts'
import type { Listing, Wanted } from '../list/listing.ts'
import type { Page } from '../list/pages.ts'
import { rowsOf } from '../list/rows.ts'
import { FIGURED, type Figured } from './figured.ts'
import { type ChargeRow, findCharges } from './read.ts'

export interface ChargeFilter {
  status?: ChargeStatus
  ending?: Ending
  needsAttention?: boolean
  paymentMethod?: PaymentMethod
  provider?: string
  orderId?: string
  customerId?: string
  currency?: Currency
  figure?: ChargeFigure
  /** Why it was not paid. */
  reason?: UnpaidReason
  createdFrom?: string
  createdTo?: string
  q?: string
}

export async function listCharges(
  db: Database,
  platformId: string,
  filter: ChargeFilter,
  page: Wanted,
): Promise<Page<ChargeRow>> {
  return rowsOf(await find(db, listingOf(platformId, filter), page), (ids) => findCharges(db, platformId, ids))
}

function listingOf(
  platformId: string,
  {
    status,
    ending,
    needsAttention,
    paymentMethod,
    provider,
    orderId,
    customerId,
    currency,
    figure,
    reason,
    createdFrom,
    createdTo,
    q,
  }: ChargeFilter,
): Listing {
  const figured: Figured = figure === undefined ? {} : FIGURED[figure]
  const asked = statusNamesOf(defined({ status, ending }))
  const names = figured.names?.filter((name) => asked.includes(name)) ?? asked
  const paidIn = currency ?? (figure === undefined ? undefined : 'BRL')
  const facets = [
    { column: sql`coalesce(${charges.provider}, '')`, given: figured.provider ?? provider },
    {
      column: sql`coalesce(${charges.ending}, ${charges.status})`,
      given: (status ?? ending ?? figured.names) ? names : undefined,
      values: names,
    },
    { column: charges.paymentMethod, given: paymentMethod, values: PAYMENT_METHODS },
    { column: sql`(${charges.attention} IS NOT NULL)`, given: needsAttention, values: [true, false] },
  ]
  const rare = [
    ...(orderId === undefined ? [] : [eq(charges.orderId, orderId)]),
    ...(customerId === undefined ? [] : [eq(charges.customerId, customerId)]),
    ...(figured.rare ? [figured.rare] : []),
    ...(reason === undefined
      ? []
      : [sql`(${charges.status} = 'REJECTED')`, sql`${sql.raw(UNPAID_REASON)} = ${reason}`]),
  ]
  const common = [
    ...(figured.common ? [figured.common] : []),
    // What has no provider has not this one either.
    ...(figured.provider === undefined || provider === undefined ? [] : [eq(charges.provider, provider)]),
    ...(paidIn === undefined ? [] : [eq(charges.currency, paidIn)]),
  ]
  return {
    table: charges,
    kind: 'charge',
    platformId,
    scope: undefined,
    facets,
    rare,
    common,
    createdFrom,
    createdTo,
    q,
  }
}

/** How many charges are counted and added up at most, so that it takes no longer in a large table. */
export const COUNTED = 5_000

export interface ChargeTotal extends Ended {
  currency: Currency
  needsAttention: boolean
  count: number
  /** Integer cents. */
  amount: number
}

/** What a list comes to, in parts. Null when it is longer than is counted. */
export async function totalCharges(
  db: Database,
  platformId: string,
  filter: ChargeFilter,
): Promise<ChargeTotal[] | null> {
  const found = await findAll(db, listingOf(platformId, filter), COUNTED)
  if (!found) return null
  const needsAttention = sql<boolean>`${charges.attention} IS NOT NULL`
  const ids = sql.param(found)
  return db
    .select({
      currency: charges.currency,
      status: charges.status,
      ending: charges.ending,
      needsAttention,
      count: sql<number>`count(*)`.mapWith(Number),
      amount: sql<number>`sum(${charges.amount})`.mapWith(Number),
    })
    .from(charges)
    .where(and(eq(charges.platformId, platformId), sql`${charges.id} = ANY(${ids}::uuid[])`))
    .groupBy(charges.currency, charges.status, charges.ending, needsAttention)
    .orderBy(charges.currency, charges.status, charges.ending, needsAttention)
}
