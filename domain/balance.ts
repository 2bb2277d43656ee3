/** An account's balance, as its provider states it. */
export interface BalanceReading {
  /** Integer cents that can be paid out now; negative if the account owes money. */
  available: number
  /** Integer cents that are not available yet; absent if the provider does not state it. */
  pending?: number
}

/** Whose balance to read: a receiver's, or the platform's own if there is no `receiverId`. */
export interface BalanceQuestion {
  receiverId?: string
}
