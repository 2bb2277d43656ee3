/** How far a charge has come, for a workflow that takes the place of one that was lost. */
import { latestAttempt, loadAttempt } from '../db/queries/charge/attempts.ts'
import { type AttemptOutcome, createdOutcome } from './attempt-charge.ts'
import type { ActivityDependencies } from './context.ts'

export type FoundCreation = Extract<AttemptOutcome, { outcome: 'created' | 'abandoned' }> | { outcome: 'unfinished' }

/** @param accountId of the charge's last attempt. */
export function loadCreation({ database }: ActivityDependencies) {
  const db = database.writer
  return async ({ chargeId, accountId }: { chargeId: string; accountId: string }): Promise<FoundCreation> => {
    const number = await latestAttempt(db, chargeId)
    const scene = await loadAttempt(db, { chargeId, accountId, number })
    if (!scene) return { outcome: 'abandoned' }
    const { made, charge } = scene
    if (!made?.transactionId) return { outcome: 'unfinished' }
    return createdOutcome(made.providerAccountId, {
      transactionId: made.transactionId,
      status: charge.status,
      ...(charge.expiresAt === null ? {} : { expiresAt: new Date(charge.expiresAt).toISOString() }),
    })
  }
}
