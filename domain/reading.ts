/** What the account's reader reads at its provider. `payment`: one of a charge that the charge does not show. */
export const READING_KINDS = ['charge', 'payment', 'refund', 'withdrawal', 'receiver'] as const
export type ReadingKind = (typeof READING_KINDS)[number]
