/** What an operator may decide about a receiver, and what it would mean. */
import type { DecisionKind, Receiver, Resolution } from '../../api/contract.ts'

export const FINDINGS = ['created', 'notCreated'] as const satisfies readonly Resolution['outcome'][]
export type Finding = (typeof FINDINGS)[number]

/** Whether we know of an account at the provider: then a retry asks after it, else it requests another one. */
export const stageOf = ({ receiverId }: Pick<Receiver, 'receiverId'>) => (receiverId === null ? 'unopened' : 'opened')

/** A lost answer cannot be looked up, so a retry is of no use. What a lost workflow sent is unknown, too. */
export function decisionsAbout(receiver: Pick<Receiver, 'attention' | 'receiverId'>): readonly DecisionKind[] {
  if (receiver.attention === null) return []
  const cannotLook =
    receiver.attention === 'unknownOutcome' ||
    (receiver.attention === 'workflowLost' && stageOf(receiver) === 'unopened')
  return cannotLook ? ['resolve', 'cancel'] : ['retry', 'resolve', 'cancel']
}
