/** Derives an activity's view of a refund or withdrawal from its rows. */
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
  /** The status is only the provider's default for a word that no table maps. */
  unmapped: boolean
  provider: string
}

export type DisbursementAttemptEnd = AttemptEnd<MadeDisbursement>

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

/** The idempotency that makes a second request harmless at this provider. */
export function keyOf(
  { disbursement }: DisbursementSnapshot,
  { refundIdempotency, withdrawIdempotency }: Provider,
): Idempotency {
  return disbursement.kind === 'refund' ? refundIdempotency : withdrawIdempotency
}

/** Whether the account would still recognise the key if the disbursement were sent again now. All its attempts share one key. */
export function isRepeatable(snapshot: DisbursementSnapshot, provider: Provider): boolean {
  const firstAt = snapshot.firstAt ?? snapshot.now
  return !snapshot.isSentElsewhere && isKeyLive(keyOf(snapshot, provider), firstAt, snapshot.now)
}

/** As isRepeatable, if the attempt's row may be lost. The attempt was sent no earlier than `begunAt`. */
export function isRepeatableSince(snapshot: DisbursementSnapshot, begunAt: string): boolean {
  const provider = findProvider(snapshot.account.provider)
  return !mayBeElsewhere(snapshot) && isKeyLive(keyOf(snapshot, provider), begunAt, snapshot.now)
}

/** The present keys may be those of another merchant. Of an attempt whose row is lost, nothing says with which ones it was sent. */
export const mayBeElsewhere = ({ attempt, account, isSentElsewhere }: DisbursementSnapshot): boolean =>
  isSentElsewhere || (attempt === null && account.keysVersion > 1)

/** The workflow's view of a created disbursement. */
export function createdOutcome({ disbursement, made }: DisbursementSnapshot): MadeDisbursement {
  const { status, statusUnmapped, provider } = disbursement
  return { outcome: 'created', status, unmapped: statusUnmapped, provider: made?.provider ?? provider ?? '' }
}

/** Counts and logs a status word that no table maps. */
export function noteUnmapped(
  { metrics, logger }: Pick<ActivityDependencies, 'metrics' | 'logger'>,
  { disbursementId, provider }: Pick<NewDisbursementAttempt, 'disbursementId' | 'provider'>,
  { unmapped, rawStatus }: DisbursementAnswer,
): void {
  if (!unmapped) return
  metrics.unmappedStatus(provider)
  logger.warn({ disbursementId, rawStatus }, 'unknown provider status')
}
