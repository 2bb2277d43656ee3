/** What may wait for a person, whatever its reasons: the list of attention, its page and its figures name these. */
export const WAITING_KINDS = ['charge', 'refund', 'withdrawal', 'receiver', 'dispute', 'endpoint'] as const
export type WaitingKind = (typeof WAITING_KINDS)[number]
