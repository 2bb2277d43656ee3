/** What a seller gives a bank to keep its money. */
import { and, count, eq, ne, sql } from 'drizzle-orm'
import { isOpenDispute, MOST_EVIDENCE } from '../../../domain/dispute.ts'
import type { Database, Queryable } from '../../client.ts'
import { disputeEvidence, disputes } from '../../schema/index.ts'
import type { EvidenceRow } from './read.ts'

/** Several disputes may share one upload: it is not added to one while it is removed from another. */
const lockFile = (tx: Queryable, key: string) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`evidence/${key}`}, 0))`)

/**
 * Adding the same file again changes nothing.
 * @param assertThere throws if the file is gone by now.
 * @returns undefined if the dispute already has the most evidence allowed.
 */
export async function addEvidence(
  db: Database,
  evidence: Pick<EvidenceRow, 'disputeId' | 'key' | 'name' | 'addedBy'>,
  assertThere: () => Promise<unknown>,
): Promise<EvidenceRow | undefined> {
  const { disputeId, key } = evidence
  return db.transaction(async (tx) => {
    await tx.select({ id: disputes.id }).from(disputes).where(eq(disputes.id, disputeId)).for('no key update')
    const same = and(eq(disputeEvidence.disputeId, disputeId), eq(disputeEvidence.key, key))
    const [known] = await tx.select().from(disputeEvidence).where(same)
    if (known) return known
    const [held] = await tx
      .select({ count: count() })
      .from(disputeEvidence)
      .where(eq(disputeEvidence.disputeId, disputeId))
    if ((held?.count ?? 0) >= MOST_EVIDENCE) return undefined
    await lockFile(tx, key)
    await assertThere()
    const [added] = await tx.insert(disputeEvidence).values(evidence).returning()
    return added
  })
}

/**
 * Removes a file from an open dispute. Calls `removeFile` first if no other dispute has the file, because several may share one upload.
 * @returns false if the dispute is closed: what spoke for the seller then stays.
 */
export async function removeEvidence(
  db: Database,
  { id, disputeId, key }: Pick<EvidenceRow, 'id' | 'disputeId' | 'key'>,
  removeFile: () => Promise<void>,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [dispute] = await tx.select().from(disputes).where(eq(disputes.id, disputeId)).for('no key update')
    if (!dispute || !isOpenDispute(dispute.state)) return false
    await lockFile(tx, key)
    const [shared] = await tx
      .select({ id: disputeEvidence.id })
      .from(disputeEvidence)
      .where(and(eq(disputeEvidence.key, key), ne(disputeEvidence.id, id)))
      .limit(1)
    if (!shared) await removeFile()
    await tx.delete(disputeEvidence).where(eq(disputeEvidence.id, id))
    return true
  })
}
