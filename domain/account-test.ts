/** What a test of a provider account's keys may find. */
export const ACCOUNT_TEST_OUTCOMES = [
  /** The provider knows the keys. */
  'accepted',
  /** The provider, or our own check of them, refuses the keys. */
  'refused',
  /** No answer came, or one that says that the provider is out of order. */
  'unanswered',
  /** It answers the same to keys that nobody has: that says nothing of these. */
  'unclear',
  /** There is nothing that could be asked without moving money. */
  'impossible',
] as const
export type AccountTestOutcome = (typeof ACCOUNT_TEST_OUTCOMES)[number]

export interface AccountTest {
  outcome: AccountTestOutcome
  /** The provider's own words, where it has some. */
  message?: string
}
