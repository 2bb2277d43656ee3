/** Which decisions a charge's state leaves to a person. */
import { isSettled } from '../../../../domain/charge-status.ts'
import type { Charge, DecisionKind, Me } from '../../api/contract.ts'
import { mayOperate } from '../session/session-context.ts'

/** To acknowledge is to say that somebody has seen it: a settled charge is not moved by it. */
export type ChargeAction = DecisionKind | 'acknowledge'

export function allowedActions(
  me: Pick<Me, 'role'>,
  { status, needsAttention, attention }: Pick<Charge, 'status' | 'needsAttention' | 'attention'>,
): readonly ChargeAction[] {
  if (!mayOperate(me)) return []
  if (isSettled(status)) return needsAttention ? ['acknowledge'] : []
  if (!needsAttention) return ['cancel']
  return attention === 'unknownOutcome' || attention === 'providerUnreachable'
    ? ['retry', 'resolve', 'cancel']
    : ['cancel']
}
