/** The filter for the charges that each figure of `charge_figures` counts. The database function `figure_charges` counts the same ones. */
import { isNotNull, type SQL, sql } from 'drizzle-orm'
import type { ChargeFigure } from '../../../domain/analytics.ts'
import { CHARGE_STATUSES, isPaid, isSettled } from '../../../domain/charge.ts'
import { type StatusName, statusNamesOf } from '../../../domain/ending.ts'
import { charges } from '../../schema/index.ts'
import { chargeWaits } from '../movement/statuses.ts'

export interface Figured {
  /** The state names of its charges; undefined: all. */
  names?: readonly StatusName[]
  /** Only charges of this provider, in the form that the index uses. */
  provider?: ''
  common?: SQL
  rare?: SQL
}

/** A PENDING charge that no provider has accepted yet is in no figure. */
const IS_COUNTED = sql`(${charges.provider} IS NOT NULL OR NOT ${chargeWaits(charges.status)})`

const paid = CHARGE_STATUSES.filter(isPaid).flatMap((status) => statusNamesOf({ status }))
const over = CHARGE_STATUSES.filter(isSettled).flatMap((status) => statusNamesOf({ status }))

export const FIGURED = {
  created: { common: IS_COUNTED },
  pending: { names: ['PENDING'], common: isNotNull(charges.provider) },
  approved: { names: paid, common: isNotNull(charges.paidAt) },
  rejected: { names: statusNamesOf({ status: 'REJECTED' }) },
  refunded: { rare: sql`(${charges.refundedAmount} > 0)`, common: IS_COUNTED },
  chargebacks: { names: ['CHARGEBACK'] },
  untaken: { names: over, provider: '' },
} as const satisfies Record<ChargeFigure, Figured>
