/** Whether an operator's decision about a waiting charge may be carried out, after its provider was asked. */
import { patched } from '@temporalio/workflow'
import type { ChargeReading } from '../../activities/read-charge.ts'
import { isConfirmable, OTHER_AMOUNT, type VoidReason } from '../../domain/decision.ts'
import type { Decision } from '../messages.ts'
import { PATCHES } from '../patches.ts'
import { loadChargeFacts } from './activities.ts'

/** `mismatch`: the provider reports a payment with another amount than was charged. */
export type Answer = ChargeReading | 'unreadable' | 'impossible' | 'mismatch'

export const confirms = (decision: Decision) => decision.kind === 'resolve' && decision.outcome === 'created'
export const givesUp = (decision: Decision) =>
  decision.kind === 'cancel' || (decision.kind === 'resolve' && decision.outcome === 'notCreated')

/** Whether an operator's confirmation approves the charge: the provider reports another amount, or can never be read. */
export function takesWord(decision: Decision, reading: Answer): boolean {
  if (!confirms(decision)) return false
  return reading === 'mismatch' || (reading === 'impossible' && isConfirmable(decision.about))
}

/**
 * Why a decision cannot be carried out now. If the provider does not answer, only "not created" is accepted, because the operator has
 * checked it there; every other decision relies on our reading. Another amount is accepted only if the operator was shown it.
 */
export function whyNotNow(decision: Decision, reading: Answer): VoidReason | undefined {
  if (reading === 'mismatch' && givesUp(decision)) return 'mayBePaid'
  if (reading === 'mismatch' && isUnseen(decision)) return 'otherAmount'
  if (reading !== 'unreadable') return undefined
  return decision.kind === 'resolve' && !confirms(decision) ? undefined : 'unreadable'
}

/**
 * Only an operator who was shown the question gives the charge up: about a payment that cannot be read, or about the provider's word if
 * it is not understood. Either may be newer than the decision.
 */
export async function whyUnshown(
  { chargeId }: { chargeId: string },
  decision: Decision,
  reading: Answer,
): Promise<VoidReason | undefined> {
  if (!givesUp(decision)) return undefined
  if (typeof reading === 'object') {
    const isUnseenWord = reading.unmapped === true && decision.about !== 'unmappedStatus'
    return isUnseenWord && patched(PATCHES.unknownWordsStay) ? 'mayBePaid' : undefined
  }
  if (!patched(PATCHES.unshownPaymentsStay)) return undefined
  const { asksAbout } = await loadChargeFacts({ chargeId })
  return asksAbout === undefined || asksAbout === decision.about ? undefined : 'mayBePaid'
}

const isUnseen = (decision: Decision): boolean =>
  confirms(decision) && decision.about !== OTHER_AMOUNT && patched(PATCHES.otherAmountsAreShown)
