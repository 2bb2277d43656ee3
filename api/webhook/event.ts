/** What sellers are told, in the shapes of the API's own answers. The worker renders its messages here too. */
import { getTableColumns } from 'drizzle-orm'
import type { ChargeRow } from '../../db/queries/charge/read.ts'
import type { SellerEventRow } from '../../db/queries/webhook/deliveries.ts'
import { charges, disbursements, disputes, receivers, reconciliationSummaries } from '../../db/schema/index.ts'
import { isLive } from '../../domain/mode.ts'
import type { ENDPOINT_TEST } from '../../domain/seller-event.ts'
import { presentCharge } from '../charge/present.ts'
import { presentRefund, presentWithdrawal } from '../disbursement/present.ts'
import { presentDispute } from '../dispute/present.ts'
import { presentReceiver } from '../receiver/present.ts'
import { presentSummary } from '../reconciliation/present.ts'
import type { SellerEvent } from '../schemas/seller-event.ts'
import { iso } from '../time.ts'

/** The event that a user sends to an endpoint to test it. */
export interface EndpointTestEvent extends Omit<SellerEvent, 'type' | 'data'> {
  type: typeof ENDPOINT_TEST
  data: { endpointId: string }
}

/** The same event is the same message, however often it is sent. */
export function presentSellerEvent(row: SellerEventRow, publicUrl: string): SellerEvent | EndpointTestEvent {
  const { id, type, createdAt, sequence } = row
  const livemode = isLive(row.platformId)
  return { id, type, livemode, createdAt: iso(createdAt), sequence, data: subjectOf(row, publicUrl) } as
    | SellerEvent
    | EndpointTestEvent
}

function subjectOf({ kind, platformId, subjectId, snapshot: known }: SellerEventRow, publicUrl: string): object {
  const snapshot = { ...known, platform_id: platformId }
  switch (kind) {
    case 'charge':
      return presentCharge(chargeRowOf(platformId, known), publicUrl)
    case 'refund':
      return presentRefund(rowOf(disbursements, snapshot))
    case 'withdrawal':
      return presentWithdrawal(rowOf(disbursements, snapshot))
    case 'receiver':
      return presentReceiver(rowOf(receivers, snapshot))
    case 'dispute':
      return presentDispute(rowOf(disputes, snapshot))
    case 'reconciliation':
      return presentSummary(rowOf(reconciliationSummaries, snapshot))
    case 'endpoint':
      return { endpointId: subjectId }
  }
}

/** @param snapshot the charge with the names of the columns. */
export const chargeRowOf = (platformId: string, snapshot: Record<string, unknown>): ChargeRow =>
  rowOf(charges, { ...snapshot, platform_id: platformId })

type Table = typeof charges | typeof disbursements | typeof receivers | typeof disputes | typeof reconciliationSummaries

/** A snapshot has the names of the columns; what is never shown is not in it. */
function rowOf<T extends Table>(table: T, snapshot: Record<string, unknown>): T['$inferSelect'] {
  const columns = Object.entries(getTableColumns(table))
  return Object.fromEntries(columns.map(([key, { name }]) => [key, snapshot[name] ?? null])) as T['$inferSelect']
}
