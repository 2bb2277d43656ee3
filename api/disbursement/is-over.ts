/** Whether a refund or withdrawal has come to its end. */
import type { Database } from '../../db/client.ts'
import { type DisbursementRow, findDisbursement } from '../../db/queries/disbursement/read.ts'
import { isDisbursementSettled } from '../../domain/disbursement.ts'

/** A status that came from an unmapped word is no end: a known word may still follow. */
export const isOver = ({ status, statusUnmapped }: DisbursementRow): boolean =>
  isDisbursementSettled(status) && !statusUnmapped

/** As its row says now. */
export async function isStillOpen(
  db: Database,
  { platformId, kind, id }: Pick<DisbursementRow, 'platformId' | 'kind' | 'id'>,
): Promise<boolean> {
  const row = await findDisbursement(db, platformId, kind, id)
  return row !== undefined && !isOver(row)
}
