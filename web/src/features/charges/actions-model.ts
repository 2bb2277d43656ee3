/** Which decisions a charge's state leaves to a person. */
import type { Charge, Me, OperatorAction } from '../../api/contract.ts'
import { mayOperate } from '../session/session-context.ts'

export function allowedActions(
  me: Pick<Me, 'role'>,
  { status, needsAttention, attention }: Pick<Charge, 'status' | 'needsAttention' | 'attention'>,
): readonly OperatorAction[] {
  if (!mayOperate(me) || status !== 'PENDING') return []
  if (!needsAttention) return ['cancel']
  return attention === 'unknownOutcome' || attention === 'providerUnreachable'
    ? ['retry', 'resolve', 'cancel']
    : ['cancel']
}
