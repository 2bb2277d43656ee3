/** The tables of each kind of movement and of its history. */
import {
  chargeEvents,
  charges,
  disbursementEvents,
  disbursements,
  receiverEvents,
  receivers,
} from '../../schema/index.ts'
import { chargeWaits, disbursementWaits, receiverWaits } from './statuses.ts'

export const CHARGES = {
  rows: charges,
  events: chargeEvents,
  owner: chargeEvents.chargeId,
  waits: chargeWaits(charges.status),
}
export const DISBURSEMENTS = {
  rows: disbursements,
  events: disbursementEvents,
  owner: disbursementEvents.disbursementId,
  waits: disbursementWaits(disbursements.status),
}
export const RECEIVERS = {
  rows: receivers,
  events: receiverEvents,
  owner: receiverEvents.receiverId,
  waits: receiverWaits(receivers.status),
}

/** `owner`: the history's column that refers to the row. `waits`: the row has not ended. */
export type MovementTables = typeof CHARGES | typeof DISBURSEMENTS | typeof RECEIVERS
