/** The refunds or the withdrawals of one platform, newest first. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { DisbursementKind, DisbursementStatus } from '../../../domain/disbursement.ts'
import { WITHDRAW_METHODS, type WithdrawMethod } from '../../../domain/payment-method.ts'
import { WITHDRAWAL_STATUSES } from '../../../domain/withdrawal.ts'
import type { Database } from '../../client.ts'
import { disbursements } from '../../schema/index.ts'
import { find } from '../list/find.ts'
import type { Wanted } from '../list/listing.ts'
import type { Page } from '../list/pages.ts'
import { rowsOf } from '../list/rows.ts'
import type { DisbursementRow } from './read.ts'

export interface DisbursementFilter {
  status?: DisbursementStatus
  needsAttention?: boolean
  method?: WithdrawMethod
  provider?: string
  reference?: string
  chargeId?: string
  createdFrom?: string
  createdTo?: string
  q?: string
}

export async function listDisbursements(
  db: Database,
  platformId: string,
  kind: DisbursementKind,
  { status, needsAttention, method, provider, reference, chargeId, createdFrom, createdTo, q }: DisbursementFilter,
  page: Wanted,
): Promise<Page<DisbursementRow>> {
  const methods = { refund: [''], withdrawal: WITHDRAW_METHODS } satisfies Record<DisbursementKind, readonly string[]>
  const facets = [
    { column: sql`coalesce(${disbursements.provider}, '')`, given: provider },
    { column: disbursements.status, given: status, values: WITHDRAWAL_STATUSES },
    { column: sql`coalesce(${disbursements.method}, '')`, given: method, values: methods[kind] },
    { column: sql`(${disbursements.attention} IS NOT NULL)`, given: needsAttention, values: [true, false] },
  ]
  const rare = [
    ...(reference === undefined ? [] : [eq(disbursements.reference, reference)]),
    ...(chargeId === undefined ? [] : [eq(disbursements.chargeId, chargeId)]),
  ]
  const listing = { table: disbursements, kind, platformId, scope: eq(disbursements.kind, kind), facets, rare }
  return rowsOf(await find(db, { ...listing, createdFrom, createdTo, q }, page), (ids) =>
    db
      .select()
      .from(disbursements)
      .where(and(eq(disbursements.platformId, platformId), inArray(disbursements.id, ids))),
  )
}
