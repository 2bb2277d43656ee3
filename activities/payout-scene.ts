/** What the rows of a refund or withdrawal say to an activity that comes to them. */

import { attemptId, payoutReference } from '../db/attempt-ids.ts'
import type { PayoutAnswer } from '../db/queries/payout/attempt-ends.ts'
import type { NewPayoutAttempt, PayoutAttemptKey, PayoutScene } from '../db/queries/payout/attempts.ts'
import type { PayoutStatus } from '../domain/payout.ts'
import { isPayoutSettled } from '../domain/payout.ts'
import type { Idempotency, Provider } from '../providers/contract.ts'
import { findProvider } from '../providers/index.ts'
import { isKeyLive } from '../providers/kit/idempotency.ts'
import type { ActivityDependencies } from './context.ts'

export type PayoutAttemptOutcome =
  | {
      outcome: 'created'
      status: PayoutStatus
      /** The status is only the provider's default for a word that no table knows. */
      unmapped: boolean
      provider: string
    }
  | { outcome: 'refused'; kind: string; message: string }
  /** Nothing came of this attempt, and another one at the same account was begun, or may be. */
  | { outcome: 'again' }
  /** The payout is gone: whoever asked for it was told that it was not made. */
  | { outcome: 'abandoned' }

/** An attempt keeps its id, its reference and its time over all its runs, so that each run builds the same bytes. */
export function newPayoutAttempt(key: PayoutAttemptKey, { attempt, account, now }: PayoutScene): NewPayoutAttempt {
  const { payoutId, accountId, number } = key
  return {
    payoutId,
    accountId,
    number,
    id: attemptId(payoutId, number),
    reference: payoutReference(payoutId, accountId),
    createdAt: attempt ? new Date(attempt.createdAt).toISOString() : now,
    provider: account.provider,
  }
}

/** What makes a second sending harmless at this provider. */
export function keyOf({ payout }: PayoutScene, { refundIdempotency, withdrawIdempotency }: Provider): Idempotency {
  return payout.kind === 'refund' ? refundIdempotency : withdrawIdempotency
}

/** Whether the account still knows the key, were the payout sent to it again now. All its attempts share one. */
export function isRepeatable(scene: PayoutScene, provider: Provider): boolean {
  return isKeyLive(keyOf(scene, provider), scene.firstAt ?? scene.now, scene.now)
}

/** As isRepeatable, though the row of what was sent may be lost: it was sent no earlier than `begunAt`. */
export function isRepeatableSince(scene: PayoutScene, begunAt: string): boolean {
  const provider = findProvider(scene.account.provider)
  return isKeyLive(keyOf(scene, provider), begunAt, scene.now)
}

/** What the rows say already, for an activity that runs again, also after a reset to long before. */
export function knownOutcome(key: PayoutAttemptKey, scene: PayoutScene): PayoutAttemptOutcome | undefined {
  const { attempt, made, next, payout } = scene
  if (made) return createdOutcome(scene)
  if (isPayoutSettled(payout.status))
    return { outcome: 'refused', kind: 'Declined', message: payout.failureMessage ?? '' }
  if (next) return next.providerAccountId === key.accountId ? { outcome: 'again' } : givenUp(attempt)
  if (attempt?.state !== 'answered') return undefined
  return attempt.outcome === 'absent' ? { outcome: 'again' } : givenUp(attempt)
}

/** As the workflow needs to know it. */
export function createdOutcome({ payout, made }: PayoutScene): Extract<PayoutAttemptOutcome, { outcome: 'created' }> {
  const { status, statusUnmapped, provider } = payout
  return { outcome: 'created', status, unmapped: statusUnmapped, provider: made?.provider ?? provider ?? '' }
}

function givenUp(attempt: PayoutScene['attempt']): PayoutAttemptOutcome {
  return { outcome: 'refused', kind: attempt?.errorKind ?? 'NotSent', message: attempt?.errorMessage ?? '' }
}

/** A word that no table knows is counted, and told to whoever reads the log. */
export function noteUnmapped(
  { metrics, logger }: Pick<ActivityDependencies, 'metrics' | 'logger'>,
  { payoutId, provider }: Pick<NewPayoutAttempt, 'payoutId' | 'provider'>,
  { unmapped, rawStatus }: PayoutAnswer,
): void {
  if (!unmapped) return
  metrics.unmappedStatus(provider)
  logger.warn({ payoutId, rawStatus }, 'unknown provider status')
}
