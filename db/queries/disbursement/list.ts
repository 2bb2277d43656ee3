/** Lists the refunds or the withdrawals of one platform, newest first. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import { defined } from '../../../domain/defined.ts'
import type { DisbursementKind, DisbursementStatus } from '../../../domain/disbursement.ts'
import { type DisbursementRank, type DisbursementSort, isRank } from '../../../domain/list-sort.ts'
import {
  PAYMENT_METHODS,
  type PaymentMethod,
  WITHDRAW_METHODS,
  type WithdrawMethod,
} from '../../../domain/payment-method.ts'
import { WITHDRAWAL_STATUSES } from '../../../domain/withdrawal.ts'
import type { Database } from '../../client.ts'
import { disbursements } from '../../schema/index.ts'
import { countTabs, type ListCounts, NEEDS_ATTENTION } from '../list/counts.ts'
import { find } from '../list/find.ts'
import type { Listing, Wanted } from '../list/listing.ts'
import type { Page } from '../list/pages.ts'
import { findRanked, type Ranked } from '../list/ranked.ts'
import { rowsOf } from '../list/rows.ts'
import type { DisbursementRow } from './read.ts'

export interface DisbursementFilter {
  status?: DisbursementStatus
  needsAttention?: boolean
  /** Of a withdrawal, or of a refund's charge. */
  method?: WithdrawMethod | PaymentMethod
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
  filter: DisbursementFilter,
  { sort, ...page }: Omit<Wanted, 'sort'> & { sort?: DisbursementSort },
): Promise<Page<DisbursementRow>> {
  const listing = listingOf(platformId, kind, filter)
  const keys = isRank(sort)
    ? await findRanked(db, listing, RANKED[sort], sort, page)
    : await find(db, listing, { ...page, ...defined({ sort }) })
  return rowsOf(keys, (ids) =>
    db
      .select()
      .from(disbursements)
      .where(and(eq(disbursements.platformId, platformId), inArray(disbursements.id, ids))),
  )
}

/** Unpaid disbursements come last in either direction. */
const RANKED = {
  '-amount': { by: sql`${disbursements.amount}`, type: 'bigint' },
  amount: { by: sql`${disbursements.amount}`, type: 'bigint' },
  '-approvedAt': { by: sql`coalesce(${disbursements.approvedAt}, '-infinity')`, type: 'timestamptz' },
  approvedAt: { by: sql`coalesce(${disbursements.approvedAt}, 'infinity')`, type: 'timestamptz' },
} as const satisfies Record<DisbursementRank, Ranked>

const STATUS = 1
const ATTENTION = 3
const TABS = [
  ...WITHDRAWAL_STATUSES.map((name) => ({ name, facet: STATUS, is: name })),
  { name: NEEDS_ATTENTION, facet: ATTENTION, is: true },
]

/** The number and the total of each tab of the list. */
export function countDisbursements(
  db: Database,
  platformId: string,
  kind: DisbursementKind,
  { status: _status, needsAttention: _attention, ...filter }: DisbursementFilter,
): Promise<ListCounts> {
  return countTabs(db, listingOf(platformId, kind, filter), TABS, {
    amount: disbursements.amount,
    currency: disbursements.currency,
  })
}

const METHODS = { refund: PAYMENT_METHODS, withdrawal: WITHDRAW_METHODS } satisfies Record<
  DisbursementKind,
  readonly string[]
>

function listingOf(
  platformId: string,
  kind: DisbursementKind,
  { status, needsAttention, method, provider, reference, chargeId, createdFrom, createdTo, q }: DisbursementFilter,
): Listing {
  const facets = [
    { column: sql`coalesce(${disbursements.provider}, '')`, given: provider },
    { column: disbursements.status, given: status, values: WITHDRAWAL_STATUSES },
    {
      column: sql`coalesce(${disbursements.method}, ${disbursements.chargeMethod}, '')`,
      given: method,
      values: METHODS[kind],
    },
    { column: sql`(${disbursements.attention} IS NOT NULL)`, given: needsAttention, values: [true, false] },
  ]
  const rare = [
    ...(reference === undefined ? [] : [eq(disbursements.reference, reference)]),
    ...(chargeId === undefined ? [] : [eq(disbursements.chargeId, chargeId)]),
  ]
  const scope = eq(disbursements.kind, kind)
  return {
    table: disbursements,
    at: disbursements.createdAt,
    kind,
    platformId,
    scope,
    facets,
    rare,
    from: createdFrom,
    to: createdTo,
    q,
  }
}
