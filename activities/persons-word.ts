/** What an operator says became of a refund or withdrawal, and how it stands to what the provider says. */
import type { DisbursementAnswer } from '../db/queries/disbursement/attempt-ends.ts'
import {
  type DisbursementKind,
  type DisbursementStatus,
  isDisbursementFailed,
  isDisbursementSettled,
} from '../domain/disbursement.ts'

export interface PersonsWord {
  disbursementId: string
  outcome: 'created' | 'notCreated'
  /** The provider's id, when created. */
  externalId?: string
  /** The final status, if the operator knows it. */
  status?: Exclude<DisbursementStatus, 'PENDING'>
  by?: string
  /** The reason for attention that the operator was shown. */
  about?: string
  /** Said of a request without an answer: one that has come since contradicts that nothing was created. */
  unsent?: true
  /** Distinguishes one decision from the next. */
  key: string
}

/**
 * An operator who was shown the other amount may accept it. With an id it is not accepted, because the id may be another movement's.
 */
export const takesAmount = ({ about, outcome, status, externalId }: PersonsWord): boolean =>
  about === 'amountMismatch' && outcome === 'created' && status !== undefined && externalId === undefined

/** Whether the operator says that the money has left. A created refund counts, because its money has gone back or will. */
export function callsDone({ outcome, status }: PersonsWord, kind: DisbursementKind | undefined): boolean {
  if (outcome === 'notCreated') return false
  return status === undefined ? kind === 'refund' : !isDisbursementFailed(status)
}

/** The operator calls failed what the provider still calls pending. */
export function givesUpPending({ status }: PersonsWord, said: DisbursementAnswer): boolean {
  const isPending = !isDisbursementSettled(said.status) && !said.unmapped
  return isPending && status !== undefined && isDisbursementFailed(status)
}
