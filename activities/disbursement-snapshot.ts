/** What the rows of a refund or withdrawal say to an activity that comes to them. */

import { attemptId, disbursementReference } from '../db/attempt-ids.ts'
import type { DisbursementAnswer } from '../db/queries/disbursement/attempt-ends.ts'
import type { DisbursementAttemptKey, NewDisbursementAttempt } from '../db/queries/disbursement/attempts.ts'
import type { DisbursementSnapshot } from '../db/queries/disbursement/snapshot.ts'
import type { DisbursementStatus } from '../domain/disbursement.ts'
import type { Idempotency, Provider } from '../providers/contract.ts'
import { findProvider } from '../providers/index.ts'
import { isKeyLive } from '../providers/kit/idempotency.ts'
import type { AttemptEnd } from './attempt-kind.ts'
import type { ActivityDependencies } from './context.ts'

export interface MadeDisbursement {
  outcome: 'created'
  status: DisbursementStatus
  /** The status is only the provider's default for a word that no table knows. */
  unmapped: boolean
  provider: string
}

export type DisbursementAttemptOutcome = AttemptEnd<MadeDisbursement>

/** An attempt keeps its id, its reference and its time over all its runs, so that each run builds the same bytes. */
export function newDisbursementAttempt(
  key: DisbursementAttemptKey,
  { attempt, account, now }: DisbursementSnapshot,
): NewDisbursementAttempt {
  const { disbursementId, accountId, number } = key
  return {
    disbursementId,
    accountId,
    number,
    id: attemptId(disbursementId, number),
    reference: disbursementReference(disbursementId, accountId),
    createdAt: attempt ? new Date(attempt.createdAt).toISOString() : now,
    provider: account.provider,
  }
}

/** What makes a second sending harmless at this provider. */
export function keyOf(
  { disbursement }: DisbursementSnapshot,
  { refundIdempotency, withdrawIdempotency }: Provider,
): Idempotency {
  return disbursement.kind === 'refund' ? refundIdempotency : withdrawIdempotency
}

/** Whether the account still knows the key, were the disbursement sent to it again now. All its attempts share one. */
export function isRepeatable(snapshot: DisbursementSnapshot, provider: Provider): boolean {
  return isKeyLive(keyOf(snapshot, provider), snapshot.firstAt ?? snapshot.now, snapshot.now)
}

/** As isRepeatable, though the row of what was sent may be lost: it was sent no earlier than `begunAt`. */
export function isRepeatableSince(snapshot: DisbursementSnapshot, begunAt: string): boolean {
  const provider = findProvider(snapshot.account.provider)
  return isKeyLive(keyOf(snapshot, provider), begunAt, snapshot.now)
}

/** As the workflow needs to know it. */
export function createdOutcome({ disbursement, made }: DisbursementSnapshot): MadeDisbursement {
  const { status, statusUnmapped, provider } = disbursement
  return { outcome: 'created', status, unmapped: statusUnmapped, provider: made?.provider ?? provider ?? '' }
}

/** A word that no table knows is counted, and told to whoever reads the log. */
export function noteUnmapped(
  { metrics, logger }: Pick<ActivityDependencies, 'metrics' | 'logger'>,
  { disbursementId, provider }: Pick<NewDisbursementAttempt, 'disbursementId' | 'provider'>,
  { unmapped, rawStatus }: DisbursementAnswer,
): void {
  if (!unmapped) return
  metrics.unmappedStatus(provider)
  logger.warn({ disbursementId, rawStatus }, 'unknown provider status')
}
