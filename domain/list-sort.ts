/** A list's order by creation time: newest first or oldest first. */
export const LIST_SORTS = ['-createdAt', 'createdAt'] as const
export type ListSort = (typeof LIST_SORTS)[number]

/** Orders without an index: the matching rows are found first and then ranked, so there may not be too many. */
const CHARGE_RANKS = ['-amount', 'amount', '-paidAt', 'paidAt'] as const
const DISBURSEMENT_RANKS = ['-amount', 'amount', '-approvedAt', 'approvedAt'] as const
export type ChargeRank = (typeof CHARGE_RANKS)[number]
export type DisbursementRank = (typeof DISBURSEMENT_RANKS)[number]
const DISPUTE_RANKS = ['dueAt', '-dueAt', '-amount', 'amount'] as const
const CUSTOMER_RANKS = ['-lastChargeAt', 'lastChargeAt', '-approvedAmount', 'approvedAmount'] as const
export type DisputeRank = (typeof DISPUTE_RANKS)[number]
export type CustomerRank = (typeof CUSTOMER_RANKS)[number]
export type Rank = ChargeRank | DisbursementRank | DisputeRank | CustomerRank

export const CHARGE_SORTS = [...LIST_SORTS, ...CHARGE_RANKS] as const
export type ChargeSort = (typeof CHARGE_SORTS)[number]

/** The orders of refunds and withdrawals. */
export const DISBURSEMENT_SORTS = [...LIST_SORTS, ...DISBURSEMENT_RANKS] as const
export type DisbursementSort = (typeof DISBURSEMENT_SORTS)[number]

export const DISPUTE_SORTS = [...LIST_SORTS, ...DISPUTE_RANKS] as const
export type DisputeSort = (typeof DISPUTE_SORTS)[number]

export const CUSTOMER_SORTS = [...LIST_SORTS, ...CUSTOMER_RANKS] as const
export type CustomerSort = (typeof CUSTOMER_SORTS)[number]

export type AnySort = ChargeSort | DisbursementSort | DisputeSort | CustomerSort

/** Whether charges are narrowed by when they were paid. Their list is then one by payment, and not by creation. */
export const isByPayment = ({ paidFrom, paidTo }: { paidFrom?: unknown; paidTo?: unknown }): boolean =>
  paidFrom !== undefined || paidTo !== undefined

/** The order by the list's own time that a list of charges has an index for; undefined for one that must be ranked. */
export function indexedOrder(sort: AnySort | undefined, byPayment: boolean): ListSort | undefined {
  if (!byPayment) return isRank(sort) ? undefined : (sort ?? '-createdAt')
  if (sort === undefined || sort === '-paidAt') return '-createdAt'
  return sort === 'paidAt' ? 'createdAt' : undefined
}

export const isRank = <Sort extends AnySort>(sort: Sort | undefined): sort is Exclude<Sort, ListSort> =>
  sort !== undefined && !LIST_SORTS.some((plain) => plain === sort)
