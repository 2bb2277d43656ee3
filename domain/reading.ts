/**
 * What the account's reader does at its provider. `payment`: reads one of a charge that the charge does not show. `void`: withdraws the
 * code of a payment that nobody waits for. `notice`: reads the transaction that a webhook names and nobody knows, for whose it is.
 */
export const READING_KINDS = ['charge', 'payment', 'refund', 'withdrawal', 'receiver', 'void', 'notice'] as const
export type ReadingKind = (typeof READING_KINDS)[number]
