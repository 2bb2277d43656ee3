/** The filter for the charges that each figure of `charge_figures` counts. The database function `figure_charges` counts the same ones. */
import { isNotNull, type SQL, sql } from 'drizzle-orm'
import type { ChargeFigure } from '../../../domain/analytics.ts'
import { CHARGE_STATUSES, type ChargeStatus, isDisputed, isPaid, isRefused, isSettled } from '../../../domain/charge.ts'
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

export const namesThat = (is: (status: ChargeStatus) => boolean) =>
  CHARGE_STATUSES.filter(is).flatMap((status) => statusNamesOf({ status }))

export const FIGURED = {
  created: { common: IS_COUNTED },
  pending: { names: namesThat((status) => !isSettled(status)), common: isNotNull(charges.provider) },
  approved: { names: namesThat(isPaid), common: isNotNull(charges.paidAt) },
  rejected: { names: namesThat(isRefused) },
  refunded: { rare: sql`(${charges.refundedAmount} > 0)`, common: IS_COUNTED },
  chargebacks: { names: namesThat(isDisputed) },
  untaken: { names: namesThat(isSettled), provider: '' },
} as const satisfies Record<ChargeFigure, Figured>
