/** The tables of each kind of movement and of its history. */
import {
  chargeEvents,
  charges,
  disbursementEvents,
  disbursements,
  receiverEvents,
  receivers,
} from '../../schema/index.ts'

export const CHARGES = { rows: charges, events: chargeEvents, owner: chargeEvents.chargeId }
export const DISBURSEMENTS = {
  rows: disbursements,
  events: disbursementEvents,
  owner: disbursementEvents.disbursementId,
}
export const RECEIVERS = { rows: receivers, events: receiverEvents, owner: receiverEvents.receiverId }

/** `owner`: the history's column that refers to the row. */
export type MovementTables = typeof CHARGES | typeof DISBURSEMENTS | typeof RECEIVERS
