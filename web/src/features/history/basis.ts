/** Who said what an event of a history tells. */
import type { ChargeEvent, ChargeEventType, DisbursementEvent, DisbursementEventType } from '../../api/contract.ts'
import { BUYER } from './actor.ts'

export type ProvedEvent = ChargeEvent | DisbursementEvent

export type Basis =
  | 'notice'
  | 'sent'
  | 'answer'
  | 'silence'
  | 'held'
  | 'reading'
  | 'operator'
  | 'buyer'
  | 'deadline'
  | 'request'
  | 'told'

/** What its type alone says; of the others the cause does. */
const BY_TYPE: Partial<Record<ChargeEventType | DisbursementEventType, Basis>> = {
  requested: 'request',
  sent: 'sent',
  unknownOutcome: 'silence',
  heldBack: 'held',
  lookedUp: 'reading',
  notified: 'told',
}

export function basisOf({ type, cause, detail }: ProvedEvent): Basis {
  if (detail?.by === BUYER) return 'buyer'
  if (type === 'requested' && cause === 'timer') return 'deadline'
  return BY_TYPE[type] ?? BY_CAUSE[cause]
}

const BY_CAUSE = {
  // A request alone changes nothing: what follows from one is its answer.
  api: 'answer',
  webhook: 'notice',
  poll: 'reading',
  timer: 'deadline',
  operator: 'operator',
} as const satisfies Record<ProvedEvent['cause'], Basis>
