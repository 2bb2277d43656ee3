/** The disputes of one platform, newest first, and the evidence of each. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { defined } from '../../../domain/defined.ts'
import { DISPUTE_KINDS, DISPUTE_STATES, type DisputeKind, type DisputeState } from '../../../domain/dispute.ts'
import { type DisputeRank, type DisputeSort, isRank } from '../../../domain/list-sort.ts'
import type { Database } from '../../client.ts'
import { disputeEvidence, disputes } from '../../schema/index.ts'
import { countTabs, type ListCounts } from '../list/counts.ts'
import { find } from '../list/find.ts'
import type { Listing, Wanted } from '../list/listing.ts'
import type { Page } from '../list/pages.ts'
import { findRanked, type Ranked } from '../list/ranked.ts'
import { rowsOf } from '../list/rows.ts'

export type DisputeRow = typeof disputes.$inferSelect
export type EvidenceRow = typeof disputeEvidence.$inferSelect

export interface DisputeFilter {
  state?: DisputeState
  kind?: DisputeKind
  provider?: string
  chargeId?: string
  /** Filters by the time when the dispute was opened. */
  createdFrom?: string
  createdTo?: string
  q?: string
}

export async function listDisputes(
  db: Database,
  platformId: string,
  filter: DisputeFilter,
  { sort, ...page }: Omit<Wanted, 'sort'> & { sort?: DisputeSort },
): Promise<Page<DisputeRow>> {
  const listing = listingOf(platformId, filter)
  const keys = isRank(sort)
    ? await findRanked(db, listing, RANKED[sort], sort, page)
    : await find(db, listing, { ...page, ...defined({ sort }) })
  return rowsOf(keys, (ids) =>
    db
      .select()
      .from(disputes)
      .where(and(eq(disputes.platformId, platformId), inArray(disputes.id, ids))),
  )
}

/** Those without a deadline come last in either direction. */
const RANKED = {
  '-dueAt': { by: sql`coalesce(${disputes.dueAt}, '-infinity')`, type: 'timestamptz' },
  '-amount': { by: sql`${disputes.amount}`, type: 'bigint' },
  amount: { by: sql`${disputes.amount}`, type: 'bigint' },
  dueAt: { by: sql`coalesce(${disputes.dueAt}, 'infinity')`, type: 'timestamptz' },
} as const satisfies Record<DisputeRank, Ranked>

const STATE = 1
const TABS = DISPUTE_STATES.map((name) => ({ name, facet: STATE, is: name }))

/** The number of disputes in each tab. */
export function countDisputes(
  db: Database,
  platformId: string,
  { state: _state, ...filter }: DisputeFilter,
): Promise<ListCounts> {
  return countTabs(db, listingOf(platformId, filter), TABS)
}

function listingOf(
  platformId: string,
  { state, kind, provider, chargeId, createdFrom, createdTo, q }: DisputeFilter,
): Listing {
  const facets = [
    { column: sql`coalesce(${disputes.provider}, '')`, given: provider },
    { column: disputes.state, given: state, values: DISPUTE_STATES },
    { column: disputes.kind, given: kind, values: DISPUTE_KINDS },
  ]
  const rare = chargeId === undefined ? [] : [eq(disputes.chargeId, chargeId)]
  const at = disputes.openedAt
  const scope = undefined
  return { table: disputes, at, kind: 'dispute', platformId, scope, facets, rare, from: createdFrom, to: createdTo, q }
}

export async function findDispute(db: Database, platformId: string, id: string): Promise<DisputeRow | undefined> {
  const [row] = await db
    .select()
    .from(disputes)
    .where(and(eq(disputes.platformId, platformId), eq(disputes.id, id)))
  return row
}

export function listEvidence(db: Database, disputeId: string): Promise<EvidenceRow[]> {
  return db
    .select()
    .from(disputeEvidence)
    .where(eq(disputeEvidence.disputeId, disputeId))
    .orderBy(asc(disputeEvidence.createdAt), asc(disputeEvidence.id))
}
