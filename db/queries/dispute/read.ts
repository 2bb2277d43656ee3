/** The disputes of one platform, newest first, and the evidence of each. */
import { and, asc, eq } from 'drizzle-orm'
import type { DisputeState } from '../../../domain/dispute.ts'
import type { Database } from '../../client.ts'
import { disputeEvidence, disputes } from '../../schema/index.ts'
import { after, type Keyset, newestFirst, type Page, pageOf } from '../list/pages.ts'

export type DisputeRow = typeof disputes.$inferSelect
export type EvidenceRow = typeof disputeEvidence.$inferSelect

export interface DisputeFilter {
  state?: DisputeState
  chargeId?: string
}

export async function listDisputes(
  db: Database,
  platformId: string,
  { state, chargeId }: DisputeFilter,
  page: { limit: number; after?: Keyset },
): Promise<Page<DisputeRow>> {
  const { openedAt, id } = disputes
  const rows = await db
    .select()
    .from(disputes)
    .where(
      and(
        eq(disputes.platformId, platformId),
        state === undefined ? undefined : eq(disputes.state, state),
        chargeId === undefined ? undefined : eq(disputes.chargeId, chargeId),
        after(openedAt, id, page.after),
      ),
    )
    .orderBy(newestFirst(openedAt, id))
    .limit(page.limit + 1)
  return pageOf(rows, page.limit, (row) => ({ at: row.openedAt, id: row.id }))
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
