/** The refunds or the withdrawals of one platform, newest first. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { WITHDRAW_METHODS, type WithdrawMethod } from '../../../domain/payment-method.ts'
import type { PayoutKind, PayoutStatus } from '../../../domain/payout.ts'
import { WITHDRAWAL_STATUSES } from '../../../domain/withdrawal.ts'
import type { Database } from '../../client.ts'
import { payouts } from '../../schema/index.ts'
import { find } from '../list/find.ts'
import type { Wanted } from '../list/listing.ts'
import type { Page } from '../list/pages.ts'
import { rowsOf } from '../list/rows.ts'
import type { PayoutRow } from './read.ts'

export interface PayoutFilter {
  status?: PayoutStatus
  needsAttention?: boolean
  method?: WithdrawMethod
  provider?: string
  reference?: string
  chargeId?: string
  createdFrom?: string
  createdTo?: string
  q?: string
}

export async function listPayouts(
  db: Database,
  platformId: string,
  kind: PayoutKind,
  { status, needsAttention, method, provider, reference, chargeId, createdFrom, createdTo, q }: PayoutFilter,
  page: Wanted,
): Promise<Page<PayoutRow>> {
  const methods = { refund: [''], withdrawal: WITHDRAW_METHODS } satisfies Record<PayoutKind, readonly string[]>
  const facets = [
    { column: sql`coalesce(${payouts.provider}, '')`, given: provider },
    { column: payouts.status, given: status, values: WITHDRAWAL_STATUSES },
    { column: sql`coalesce(${payouts.method}, '')`, given: method, values: methods[kind] },
    { column: sql`(${payouts.attention} IS NOT NULL)`, given: needsAttention, values: [true, false] },
  ]
  const rare = [
    ...(reference === undefined ? [] : [eq(payouts.reference, reference)]),
    ...(chargeId === undefined ? [] : [eq(payouts.chargeId, chargeId)]),
  ]
  const listing = { table: payouts, kind, platformId, scope: eq(payouts.kind, kind), facets, rare }
  return rowsOf(await find(db, { ...listing, createdFrom, createdTo, q }, page), (ids) =>
    db
      .select()
      .from(payouts)
      .where(and(eq(payouts.platformId, platformId), inArray(payouts.id, ids))),
  )
}
