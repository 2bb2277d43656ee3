/** The state of a refund or withdrawal for its workflow, from its row or from the transition that was just recorded. */
import { loadDisbursementAccount } from '../db/queries/disbursement/attempts.ts'
import type { DisbursementRow } from '../db/queries/disbursement/read.ts'
import type { DisbursementOutcome } from '../db/queries/disbursement/transitions.ts'
import type { DisbursementStatus } from '../domain/disbursement.ts'
import type { ActivityDependencies } from './context.ts'

export interface DisbursementNews {
  status: DisbursementStatus
  /** The status is only the provider's default for a word that no table maps. A mapped status may still follow. */
  unmapped: boolean
  needsAttention: boolean
}

/** Loads a disbursement's state from its row. */
export function loadDisbursementNews({ database: { writer: db } }: ActivityDependencies) {
  return async (disbursementId: string): Promise<DisbursementNews | undefined> => {
    const found = await loadDisbursementAccount(db, disbursementId)
    return found && newsOf(found.disbursement)
  }
}

const newsOf = ({ attention, ...row }: DisbursementRow): DisbursementNews =>
  newsOfOutcome({ ...row, needsAttention: attention !== null })

/** The state from a transition that was just recorded. */
export const newsOfOutcome = ({
  status,
  statusUnmapped: unmapped,
  needsAttention,
}: Pick<DisbursementOutcome, 'status' | 'statusUnmapped' | 'needsAttention'>): DisbursementNews => ({
  status,
  unmapped,
  needsAttention,
})
