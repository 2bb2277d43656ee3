/** Which decisions a charge's state leaves to a person. */
import { isRefused, isSettled } from '../../../../domain/charge.ts'
import type { Charge, DecisionKind, Me } from '../../api/contract.ts'
import { mayOperate } from '../session/session-context.ts'

/**
 * To acknowledge is to say that somebody has seen it: a settled charge is not moved by it. To accept another amount is to take
 * the charge for paid, though the provider speaks of another sum; to confirm a notice, though nothing but the notice says so.
 */
export type ChargeAction = DecisionKind | 'acknowledge' | 'acceptAmount' | 'confirmPaid'

interface Reasons {
  readonly attentionReasons: readonly string[]
}

/** @param canLookUp whether the provider can be asked after a charge whose answer was lost. */
export function allowedActions(
  me: Pick<Me, 'role'>,
  charge: Pick<Charge, 'status' | 'needsAttention' | 'attention' | 'transactionId'> & Reasons,
  canLookUp: boolean,
): readonly ChargeAction[] {
  const { status, needsAttention, attention, transactionId } = charge
  if (!mayOperate(me)) return []
  if (isSettled(status)) return needsAttention ? [...whatCameLate(charge), 'acknowledge'] : []
  switch (attention) {
    case 'unknownOutcome':
      return canLookUp ? ['retry', 'resolve', 'cancel'] : ['resolve', 'cancel']
    case 'providerUnreachable':
      return ['retry', 'resolve', 'cancel']
    case 'workflowLost':
      return ['retry', 'cancel']
    case 'amountMismatch':
      if (transactionId !== null) return ['acceptAmount', 'cancel']
      return canLookUp ? ['acceptAmount', 'resolve', 'cancel'] : ['resolve', 'cancel']
    case 'unconfirmedNotice':
      return transactionId === null ? ['cancel'] : ['confirmPaid', 'cancel']
    default:
      return ['cancel']
  }
}

/** Money that is not what was charged, or that only a notice speaks of, is taken also after the charge was given up. */
function whatCameLate({ status, attentionReasons }: Pick<Charge, 'status'> & Reasons): ChargeAction[] {
  if (!isRefused(status)) return []
  if (attentionReasons.includes('amountMismatch')) return ['acceptAmount']
  return attentionReasons.includes('unconfirmedNotice') ? ['confirmPaid'] : []
}
