/** Writes to the read model of charges. These run as local activities: quick, idempotent, and not shown as events in Temporal Web. */
import { ApplicationFailure } from '@temporalio/common'
import { recordChargeDecision } from '../db/queries/charge/decided.ts'
import {
  applyTransition,
  type ChargeFacts,
  flagAttention,
  readChargeFacts,
  type Transition,
} from '../db/queries/charge/transitions.ts'
import { type AttentionReason, type ChargeStatus, isRefused } from '../domain/charge.ts'
import type { Decided } from '../domain/decision.ts'
import { earlierNoticeOf } from '../inbox/earlier-notice.ts'
import { loadStored } from '../inbox/proven.ts'
import { isReadingEvent } from '../workflows/messages.ts'
import type { ActivityDependencies } from './context.ts'
import { wakeToVoid } from './wake-reader.ts'

/** How a charge stands. */
export interface Standing {
  status: ChargeStatus
  needsAttention: boolean
}

export interface RecordedTransition extends Standing {
  moved: boolean
  /** `TransitionOutcome.mustBeRead` */
  mustBeRead?: true
}

/** Moves the charge if the transition is allowed. Counts and logs a status word that no table maps. */
export function recordTransition(dependencies: ActivityDependencies) {
  return async (transition: Transition): Promise<RecordedTransition> => {
    const { writer: db } = dependencies.database
    const outcome = await applyTransition(db, transition, earlierNoticeOf(db, transition.chargeId))
    if (!outcome) throw ApplicationFailure.nonRetryable(`No charge ${transition.chargeId}`, 'NoCharge')
    const { provider, isNewWord, ...shown } = outcome
    if (isNewWord) {
      dependencies.metrics.unmappedStatus(provider)
      dependencies.logger.warn(
        { chargeId: transition.chargeId, rawStatus: transition.rawStatus },
        'unknown provider status',
      )
    }
    if (shown.moved && isRefused(shown.status)) await wakeToVoid(dependencies, transition.chargeId)
    return shown
  }
}

export function recordAttention(dependencies: ActivityDependencies) {
  return async (asked: { chargeId: string; reason: AttentionReason; isCreating?: boolean }): Promise<void> => {
    const { chargeId, reason, isCreating } = asked
    await flagAttention(dependencies.database.writer, chargeId, reason, isCreating)
  }
}

export function recordDecision({ database }: ActivityDependencies) {
  return async ({
    chargeId,
    decided,
  }: {
    chargeId: string
    decided: Decided
  }): Promise<{ needsAttention: boolean }> => ({
    needsAttention: await recordChargeDecision(database.writer, chargeId, decided),
  })
}

/**
 * Loads what an event's workflow needs of its charge.
 * @param asked `heard`: the provider's events that the workflow knows of. `isNoticeLost`: one of them is no longer stored.
 */
export function loadChargeFacts({ database: { writer: db } }: ActivityDependencies) {
  return async ({
    chargeId,
    heard = [],
  }: {
    chargeId: string
    heard?: readonly string[]
  }): Promise<ChargeFacts & { isNoticeLost?: boolean }> => {
    const facts = await readChargeFacts(db, chargeId)
    if (!facts) throw ApplicationFailure.nonRetryable(`No charge ${chargeId}`, 'NoCharge')
    const stored = await Promise.all(heard.filter((id) => !isReadingEvent(id)).map((id) => loadStored(db, id)))
    return stored.includes(undefined) ? { ...facts, isNoticeLost: true } : facts
  }
}
