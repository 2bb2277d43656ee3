/** What an account holds at its provider, in the provider's own count. */
export interface BalanceReading {
  /** Integer cents that can be paid out now; below zero where the account owes. */
  available: number
  /** Integer cents that are not free yet; absent where the provider does not say. */
  pending?: number
}

/** Whose: a receiver's, or the platform's own. */
export interface BalanceQuestion {
  receiverId?: string
}
