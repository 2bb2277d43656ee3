/** Lists the charges of one platform, newest first. */
import { eq, type SQL, sql } from 'drizzle-orm'
import type { ChargeFigure } from '../../../domain/analytics.ts'
import { type ChargeStatus, isRefused } from '../../../domain/charge.ts'
import { defined } from '../../../domain/defined.ts'
import { type Ending, statusNamesOf } from '../../../domain/ending.ts'
import { type ChargeSort, indexedOrder, isByPayment } from '../../../domain/list-sort.ts'
import type { Currency } from '../../../domain/money.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '../../../domain/payment-method.ts'
import type { UnpaidReason } from '../../../domain/refusal.ts'
import type { Database } from '../../client.ts'
import { UNPAID_REASON } from '../../schema/charges.ts'
import { age } from '../../schema/columns.ts'
import { charges } from '../../schema/index.ts'
import { find } from '../list/find.ts'
import { type Listing, type Wanted, within } from '../list/listing.ts'
import type { Page } from '../list/pages.ts'
import { findRanked, type Ranked } from '../list/ranked.ts'
import { rowsOf } from '../list/rows.ts'
import { chargeIsRefused } from '../movement/statuses.ts'
import { FIGURED, type Figured, namesThat } from './figured.ts'
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
  /** Only charges that were paid within these moments. The list is then one by payment. */
  paidFrom?: string
  paidTo?: string
  q?: string
}

export async function listCharges(
  db: Database,
  platformId: string,
  filter: ChargeFilter,
  { sort, ...page }: Omit<Wanted, 'sort'> & { sort?: ChargeSort },
): Promise<Page<ChargeRow>> {
  const order = indexedOrder(sort, isByPayment(filter))
  if (order || !sort) return listChargesByTime(db, platformId, filter, { ...page, ...defined({ sort: order }) })
  const keys = await findRanked(db, chargeListing(platformId, filter), RANKED[sort], sort, page)
  return rowsOf(keys, (ids) => findCharges(db, platformId, ids))
}

/** The newest first, or the oldest: by payment if the filter is by payment. */
export async function listChargesByTime(
  db: Database,
  platformId: string,
  filter: ChargeFilter,
  page: Wanted,
): Promise<Page<ChargeRow>> {
  const keys = await find(db, chargeListing(platformId, filter), page)
  return rowsOf(keys, (ids) => findCharges(db, platformId, ids))
}

/** Unpaid charges come last in either direction. */
const RANKED = {
  '-amount': { by: sql`${charges.amount}`, type: 'bigint' },
  amount: { by: sql`${charges.amount}`, type: 'bigint' },
  '-paidAt': { by: sql`coalesce(${charges.paidAt}, '-infinity')`, type: 'timestamptz' },
  paidAt: { by: sql`coalesce(${charges.paidAt}, 'infinity')`, type: 'timestamptz' },
  '-createdAt': { by: sql`${charges.createdAt}`, type: 'timestamptz' },
  createdAt: { by: sql`${charges.createdAt}`, type: 'timestamptz' },
} as const satisfies Record<ChargeSort, Ranked>

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
    q,
    ...period
  }: ChargeFilter,
): Listing {
  const figured: Figured = figure === undefined ? {} : FIGURED[figure]
  const asked = statusNamesOf(defined({ status, ending }))
  // Of all that were not paid for a reason few or none were paid before, so their status is looked up instead of them.
  const isSought = reason !== undefined && isByPayment(period)
  const known = isSought ? namesThat(isRefused) : figured.names
  const names = known?.filter((name) => asked.includes(name) && (figured.names?.includes(name) ?? true)) ?? asked
  const paidIn = currency ?? (figure === undefined ? undefined : 'BRL')
  const facets = [
    { column: sql`coalesce(${charges.provider}, '')`, given: figured.provider ?? provider },
    {
      column: sql`coalesce(${charges.ending}, ${charges.status})`,
      given: (status ?? ending ?? known) ? names : undefined,
      values: names,
    },
    { column: charges.paymentMethod, given: paymentMethod, values: PAYMENT_METHODS },
    { column: sql`(${charges.attention} IS NOT NULL)`, given: needsAttention, values: [true, false] },
  ]
  const unpaid =
    reason === undefined ? [] : [chargeIsRefused(charges.status), sql`${sql.raw(UNPAID_REASON)} = ${reason}`]
  const rare = [
    ...(orderId === undefined ? [] : [eq(charges.orderId, orderId)]),
    ...(customerId === undefined ? [] : [eq(charges.customerId, customerId)]),
    ...(offerId === undefined ? [] : [eq(charges.offerId, offerId)]),
    ...(paymentLinkId === undefined ? [] : [eq(charges.paymentLinkId, paymentLinkId)]),
    ...(figured.rare ? [figured.rare] : []),
    ...(isSought ? [] : unpaid),
    // In the form that the index on other currencies uses.
    ...(paidIn === undefined || paidIn === 'BRL'
      ? []
      : [eq(charges.currency, paidIn), sql`(${charges.currency} <> 'BRL')`]),
  ]
  const common = [
    ...(isSought ? unpaid : []),
    ...(figured.common ? [figured.common] : []),
    // A charge without a provider cannot match a provider.
    ...(figured.provider === undefined || provider === undefined ? [] : [eq(charges.provider, provider)]),
    ...(paidIn === 'BRL' ? [eq(charges.currency, paidIn)] : []),
  ]
  return {
    table: charges,
    kind: 'charge',
    platformId,
    scope: undefined,
    facets,
    rare,
    q,
    ...timeOf(period, common, rare.length > 0),
  }
}

type Period = Pick<ChargeFilter, 'createdFrom' | 'createdTo' | 'paidFrom' | 'paidTo'>

/** What the list is ordered by. One by payment has the time of creation as one more condition, in the form that the index has. */
function timeOf({ createdFrom, createdTo, paidFrom, paidTo }: Period, common: SQL[], isRare: boolean) {
  const created = { from: createdFrom, to: createdTo }
  if (!isByPayment({ paidFrom, paidTo })) return { at: charges.createdAt, ...created, common }
  const createdAt = isRare ? age(charges.createdAt) : charges.createdAt
  const made = within(createdAt, charges.id, created, {}, isRare).filter((condition) => condition !== undefined)
  return { at: charges.paidAt, hasOwnTime: true, from: paidFrom, to: paidTo, common: [...common, ...made] }
}
