/**
 * Every change to a workflow that has running executions is named here, once, and asked for with `patched(PATCHES.x)`.
 * A patch is removed only when no history from before it can still be open. The replay tests hold the stored histories
 * of every release against today's code.
 */
export const PATCHES = {
  /** A decision stands in the history before anything is written down about it. */
  decisionsAreKept: 'decisions-are-kept',
  /** So does one that changes nothing. */
  voidDecisionsAreKept: 'void-decisions-are-kept',
  /** What a failover of the database has lost of a charge is read at its provider before a person is asked. */
  forgottenIsReadAgain: 'forgotten-is-read-again',
  /** A notice that comes while the workflow closes is learnt before it completes. */
  lastNoticesAreLearnt: 'last-notices-are-learnt',
  /** A creation that was found with another amount than was asked for is an operator's to take. */
  foundAmountsAreTaken: 'found-amounts-are-taken',
  /** Another amount that is read at a charge is taken only where the operator was shown it. */
  otherAmountsAreShown: 'other-amounts-are-shown',
  /** A receiver's provider is asked before an operator is believed, who is believed where it cannot be. */
  receiversAreRead: 'receivers-are-read',
} as const satisfies Record<string, string>
