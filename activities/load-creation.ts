/** Loads how far a movement has come, for a workflow that replaces a lost one. */
import { latestAttempt, loadAttempt } from '../db/queries/charge/attempts.ts'
import { type DisbursementAttemptKey, latestDisbursementAttempt } from '../db/queries/disbursement/attempts.ts'
import { loadDisbursementAttempt } from '../db/queries/disbursement/snapshot.ts'
import { deliveredWebhooksOf } from '../db/queries/webhook/inbox.ts'
import { isGiven } from '../domain/approval.ts'
import { isRefused, isSettled } from '../domain/charge.ts'
import { isDisbursementSettled } from '../domain/disbursement.ts'
import { eventKeyOf } from '../inbox/proven.ts'
import { type ChargeAttemptEnd, type MadeCharge, madeCharge } from './attempt-charge.ts'
import type { ActivityDependencies } from './context.ts'
import { type DisbursementAttemptEnd, createdOutcome as disbursementOutcome } from './disbursement-snapshot.ts'
import type { Standing } from './record-transition.ts'

export type FoundCreation =
  /** `stands`: how the charge has ended meanwhile, which another transaction may have caused. */
  (MadeCharge & { stands?: Standing }) | Extract<ChargeAttemptEnd, { outcome: 'abandoned' }> | { outcome: 'unfinished' }
export type FoundDisbursement =
  | Extract<DisbursementAttemptEnd, { outcome: 'created' | 'abandoned' }>
  | { outcome: 'unfinished'; isApproved: boolean }

/** @param accountId the account of the charge's last attempt. */
export function loadCreation({ database }: ActivityDependencies) {
  const db = database.writer
  return async ({ chargeId, accountId }: { chargeId: string; accountId: string }): Promise<FoundCreation> => {
    const number = await latestAttempt(db, chargeId)
    const snapshot = await loadAttempt(db, { chargeId, accountId, number })
    if (!snapshot) return { outcome: 'abandoned' }
    const made = madeCharge(snapshot)
    if (!made) return { outcome: 'unfinished' }
    const { status, attention } = snapshot.charge
    if (isSettled(status)) return { ...made, stands: { status, needsAttention: attention !== null } }
    // The lost run has recorded no refusal: its word may have been one that is not understood. The transaction is read.
    return made.status !== null && isRefused(made.status) ? { ...made, status: null } : made
  }
}

/**
 * The notices of which a charge's workflow was told, which may have been lost before it applied them. Applying one twice is harmless.
 */
export function loadDelivered({ database }: ActivityDependencies) {
  return async ({ chargeId }: { chargeId: string }): Promise<string[]> =>
    (await deliveredWebhooksOf(database.writer, chargeId)).map(eventKeyOf)
}

/** @param key the account of the refund's or withdrawal's last attempt. */
export function loadDisbursementCreation({ database }: ActivityDependencies) {
  const db = database.writer
  return async (key: Omit<DisbursementAttemptKey, 'number'>): Promise<FoundDisbursement> => {
    const number = await latestDisbursementAttempt(db, key.disbursementId)
    const snapshot = await loadDisbursementAttempt(db, { ...key, number })
    if (!snapshot) return { outcome: 'abandoned' }
    const { made, disbursement } = snapshot
    const isOver = made || disbursement.externalId !== null || isDisbursementSettled(disbursement.status)
    return isOver
      ? disbursementOutcome(snapshot)
      : { outcome: 'unfinished', isApproved: isGiven(disbursement.approval) }
  }
}
