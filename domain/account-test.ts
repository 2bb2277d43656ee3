/** The possible results of testing a provider account's keys. */
import type { PlatformSetting } from './requirements.ts'

export const ACCOUNT_TEST_OUTCOMES = [
  /** The provider knows the keys. */
  'accepted',
  /** The provider, or our own check of them, refuses the keys. */
  'refused',
  /** A setting of the platform, without which no request reaches the provider, is missing or of no use. */
  'notAsked',
  /** The provider did not answer, or answered that it is out of order. */
  'unanswered',
  /** The provider gives the same answer to keys that do not exist, so the answer proves nothing. */
  'unclear',
  /** The provider has no request that tests keys without moving money. */
  'impossible',
] as const
export type AccountTestOutcome = (typeof ACCOUNT_TEST_OUTCOMES)[number]

export interface AccountTest {
  outcome: AccountTestOutcome
  /** The provider's own message, if any; of one that was not asked, what is wrong with the setting. */
  message?: string
  /** The setting for which the provider was not asked. */
  setting?: PlatformSetting
}
