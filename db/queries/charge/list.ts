/** Lists the charges of one platform, newest first. */
import { eq, sql } from 'drizzle-orm'
import type { ChargeFigure } from '../../../domain/analytics.ts'
import type { ChargeStatus } from '../../../domain/charge.ts'
import { defined } from '../../../domain/defined.ts'
import { type Ending, statusNamesOf } from '../../../domain/ending.ts'
import { type ChargeRank, type ChargeSort, isRank } from '../../../domain/list-sort.ts'
import type { Currency } from '../../../domain/money.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '../../../domain/payment-method.ts'
import type { UnpaidReason } from '../../../domain/refusal.ts'
import type { Database } from '../../client.ts'
import { UNPAID_REASON } from '../../schema/charges.ts'
import { charges } from '../../schema/index.ts'
import { find } from '../list/find.ts'
import type { Listing, Wanted } from '../list/listing.ts'
import type { Page } from '../list/pages.ts'
import { findRanked, type Ranked } from '../list/ranked.ts'
import { rowsOf } from '../list/rows.ts'
import { chargeIsRefused } from '../movement/statuses.ts'
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
  offerId?: string
  paymentLinkId?: string
  currency?: Currency
  figure?: ChargeFigure
  /** Why the charge was not paid. */
  reason?: UnpaidReason
  createdFrom?: string
  createdTo?: string
  q?: string
}

export async function listCharges(
  db: Database,
  platformId: string,
  filter: ChargeFilter,
  { sort, ...page }: Omit<Wanted, 'sort'> & { sort?: ChargeSort },
): Promise<Page<ChargeRow>> {
  const listing = chargeListing(platformId, filter)
  const keys = isRank(sort)
    ? await findRanked(db, listing, RANKED[sort], sort, page)
    : await find(db, listing, { ...page, ...defined({ sort }) })
  return rowsOf(keys, (ids) => findCharges(db, platformId, ids))
}

/** Unpaid charges come last in either direction. */
const RANKED = {
  '-amount': { by: sql`${charges.amount}`, type: 'bigint' },
  amount: { by: sql`${charges.amount}`, type: 'bigint' },
  '-paidAt': { by: sql`coalesce(${charges.paidAt}, '-infinity')`, type: 'timestamptz' },
  paidAt: { by: sql`coalesce(${charges.paidAt}, 'infinity')`, type: 'timestamptz' },
} as const satisfies Record<ChargeRank, Ranked>

export function chargeListing(
  platformId: string,
  {
    status,
    ending,
    needsAttention,
    paymentMethod,
    provider,
    orderId,
    customerId,
    offerId,
    paymentLinkId,
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
    ...(offerId === undefined ? [] : [eq(charges.offerId, offerId)]),
    ...(paymentLinkId === undefined ? [] : [eq(charges.paymentLinkId, paymentLinkId)]),
    ...(figured.rare ? [figured.rare] : []),
    ...(reason === undefined ? [] : [chargeIsRefused(charges.status), sql`${sql.raw(UNPAID_REASON)} = ${reason}`]),
    // In the form that the index on other currencies uses.
    ...(paidIn === undefined || paidIn === 'BRL'
      ? []
      : [eq(charges.currency, paidIn), sql`(${charges.currency} <> 'BRL')`]),
  ]
  const common = [
    ...(figured.common ? [figured.common] : []),
    // A charge without a provider cannot match a provider.
    ...(figured.provider === undefined || provider === undefined ? [] : [eq(charges.provider, provider)]),
    ...(paidIn === 'BRL' ? [eq(charges.currency, paidIn)] : []),
  ]
  return {
    table: charges,
    at: charges.createdAt,
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
