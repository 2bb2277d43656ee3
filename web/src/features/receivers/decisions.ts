/** What an operator may decide about a receiver, and what it would mean. */
import type { DecisionKind, Receiver, Resolution } from '../../api/contract.ts'

export const FINDINGS = ['created', 'notCreated'] as const satisfies readonly Resolution['outcome'][]
export type Finding = (typeof FINDINGS)[number]

/** Whether we know of an account at the provider: then a retry asks after it, else it requests another one. */
export const stageOf = ({ receiverId }: Pick<Receiver, 'receiverId'>) => (receiverId === null ? 'unopened' : 'opened')

/** Without its workflow nobody can try again, nor follow an account whose id we never got; a lost answer cannot be looked up. */
export function decisionsAbout(receiver: Pick<Receiver, 'attention' | 'receiverId'>): readonly DecisionKind[] {
  if (receiver.attention === null) return []
  if (receiver.attention === 'unknownOutcome') return ['resolve', 'cancel']
  if (receiver.attention !== 'workflowLost') return ['retry', 'resolve', 'cancel']
  return stageOf(receiver) === 'opened' ? ['resolve', 'cancel'] : ['cancel']
}
