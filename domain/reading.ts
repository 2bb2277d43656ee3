/**
 * What the account's reader does at its provider. `payment`: reads a payment that its charge does not show. `void`: withdraws the code
 * of a charge that was given up. `notice`: reads an unknown transaction that a webhook names, to find its charge.
 */
export const READING_KINDS = ['charge', 'payment', 'refund', 'withdrawal', 'receiver', 'void', 'notice'] as const
export type ReadingKind = (typeof READING_KINDS)[number]

/** The kinds that read the movement of which a provider's notice tells. */
export const NOTICED_KINDS: readonly ReadingKind[] = ['charge', 'payment', 'withdrawal']
