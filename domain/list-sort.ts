/** Which way a list is read: by when its rows were made, the newest first or the oldest. */
export const LIST_SORTS = ['-createdAt', 'createdAt'] as const
export type ListSort = (typeof LIST_SORTS)[number]

/** Orders that no index has: what is to be ranked so is found first, and is not too much for that. */
export const RANKS = ['-amount', 'amount', '-paidAt', 'paidAt'] as const
export type Rank = (typeof RANKS)[number]

export const CHARGE_SORTS = [...LIST_SORTS, ...RANKS] as const
export type ChargeSort = (typeof CHARGE_SORTS)[number]

export const isRank = (sort: ChargeSort | undefined): sort is Rank => RANKS.some((rank) => rank === sort)
