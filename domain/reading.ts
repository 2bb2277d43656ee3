/** What the account's reader reads at its provider. */
export const READING_KINDS = ['charge', 'refund', 'withdrawal', 'receiver'] as const
export type ReadingKind = (typeof READING_KINDS)[number]
