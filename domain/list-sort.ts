/** Which way a list is read: by when its rows were made, the newest first or the oldest. */
export const LIST_SORTS = ['-createdAt', 'createdAt'] as const
export type ListSort = (typeof LIST_SORTS)[number]
