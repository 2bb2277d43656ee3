/** The charges of one platform, newest first. */
import { eq, sql } from 'drizzle-orm'
import { CHARGE_STATUSES, type ChargeStatus } from '../../../domain/charge-status.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '../../../domain/payment-method.ts'
import type { Database } from '../../client.ts'
import { charges } from '../../schema/index.ts'
import { find } from '../list/find.ts'
import type { Wanted } from '../list/listing.ts'
import type { Page } from '../list/pages.ts'
import { rowsOf } from '../list/rows.ts'
import { type ChargeRow, findCharges } from './read.ts'

export interface ChargeFilter {
  status?: ChargeStatus
  needsAttention?: boolean
  paymentMethod?: PaymentMethod
  provider?: string
  orderId?: string
  createdFrom?: string
  createdTo?: string
  q?: string
}

export async function listCharges(
  db: Database,
  platformId: string,
  { status, needsAttention, paymentMethod, provider, orderId, createdFrom, createdTo, q }: ChargeFilter,
  page: Wanted,
): Promise<Page<ChargeRow>> {
  const facets = [
    { column: sql`coalesce(${charges.provider}, '')`, given: provider },
    { column: charges.status, given: status, values: CHARGE_STATUSES },
    { column: charges.paymentMethod, given: paymentMethod, values: PAYMENT_METHODS },
    { column: sql`(${charges.attention} IS NOT NULL)`, given: needsAttention, values: [true, false] },
  ]
  const rare = orderId === undefined ? [] : [eq(charges.orderId, orderId)]
  const listing = { table: charges, kind: 'charge' as const, platformId, scope: undefined, facets, rare }
  return rowsOf(await find(db, { ...listing, createdFrom, createdTo, q }, page), (ids) =>
    findCharges(db, platformId, ids),
  )
}
