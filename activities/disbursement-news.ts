/** What a workflow learns of its refund or withdrawal: from its row, or from what was just written to it. */
import { loadDisbursementAccount } from '../db/queries/disbursement/attempts.ts'
import type { DisbursementRow } from '../db/queries/disbursement/read.ts'
import type { DisbursementOutcome } from '../db/queries/disbursement/transitions.ts'
import type { DisbursementStatus } from '../domain/disbursement.ts'
import type { ActivityDependencies } from './context.ts'

export interface DisbursementNews {
  status: DisbursementStatus
  /** The status is only the provider's default for a word that no table knows: better news may still come. */
  unmapped: boolean
  needsAttention: boolean
}

/** What the rows say of a disbursement. */
export function loadDisbursementNews({ database: { writer: db } }: ActivityDependencies) {
  return async (disbursementId: string): Promise<DisbursementNews | undefined> => {
    const found = await loadDisbursementAccount(db, disbursementId)
    return found && newsOf(found.disbursement)
  }
}

const newsOf = ({ attention, ...row }: DisbursementRow): DisbursementNews =>
  newsOfOutcome({ ...row, needsAttention: attention !== null })

/** The same of what was just written. */
export const newsOfOutcome = ({
  status,
  statusUnmapped: unmapped,
  needsAttention,
}: Pick<DisbursementOutcome, 'status' | 'statusUnmapped' | 'needsAttention'>): DisbursementNews => ({
  status,
  unmapped,
  needsAttention,
})
