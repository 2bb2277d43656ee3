/** Where the rows and the history of each kind of movement stand. */
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

/** `owner`: the column of the history that names the row. */
export type MovementTables = typeof CHARGES | typeof DISBURSEMENTS | typeof RECEIVERS
