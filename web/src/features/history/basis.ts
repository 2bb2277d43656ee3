/** Who said what an event of a history tells. */
import { CHARGE_STATUSES, isRefused } from '../../../../domain/charge.ts'
import { BUYER, ORDER_PAID } from '../../../../domain/requester.ts'
import type { ChargeEvent, ChargeEventType, DisbursementEvent, DisbursementEventType } from '../../api/contract.ts'

export type ProvedEvent = ChargeEvent | DisbursementEvent

export type Basis =
  | 'notice'
  | 'sent'
  | 'answer'
  | 'refusal'
  | 'notTaken'
  | 'silence'
  | 'held'
  | 'reading'
  | 'operator'
  | 'buyer'
  | 'orderPaid'
  | 'deadline'
  | 'request'
  | 'told'

/** What its type alone says; of the others the cause does. */
const BY_TYPE: Partial<Record<ChargeEventType | DisbursementEventType, Basis>> = {
  requested: 'request',
  sent: 'sent',
  // Our own check may have refused, and what turned it away may be the way there.
  refused: 'refusal',
  turnedAway: 'notTaken',
  unknownOutcome: 'silence',
  heldBack: 'held',
  notified: 'told',
}

export function basisOf({ type, cause, detail, to }: ProvedEvent): Basis {
  if (detail?.by === BUYER) return 'buyer'
  if (detail?.by === ORDER_PAID) return 'orderPaid'
  // Without a word of the provider's, it follows from a refusal.
  if (type === 'statusChanged' && cause === 'api' && !detail?.rawStatus && isRefusal(to)) return 'refusal'
  if (type === 'requested' && cause === 'timer') return 'deadline'
  return BY_TYPE[type] ?? BY_CAUSE[cause]
}

const isRefusal = (to: ProvedEvent['to']): boolean => CHARGE_STATUSES.some((word) => word === to && isRefused(word))

const BY_CAUSE = {
  // A request alone changes nothing: what follows from one is its answer.
  api: 'answer',
  webhook: 'notice',
  poll: 'reading',
  timer: 'deadline',
  operator: 'operator',
} as const satisfies Record<ProvedEvent['cause'], Basis>
