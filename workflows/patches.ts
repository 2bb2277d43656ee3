/**
 * Names every change to a workflow that may have running executions. Workflow code tests for it with `patched(PATCHES.x)`.
 * A patch is removed only when no history from before it can still be open; all of today's go before the first deployment:
 * docs/decisions/0291-patches-stay-until-the-first-deployment.md. The replay tests replay the stored histories of every release with
 * today's code.
 */
export const PATCHES = {
  /** A decision is in the history before anything about it is recorded. */
  decisionsAreKept: 'decisions-are-kept',
  /** The same for a void decision. */
  voidDecisionsAreKept: 'void-decisions-are-kept',
  /** After a database failover, a charge's lost transaction is read at its provider before an operator is asked. */
  forgottenIsReadAgain: 'forgotten-is-read-again',
  /** A notice that arrives while the workflow closes is applied before the workflow completes. */
  lastNoticesAreLearnt: 'last-notices-are-learnt',
  /** What an operator calls not created is looked up until the request cannot be processed any more. */
  wordsWaitToSettle: 'words-wait-to-settle',
  /** An operator may accept a creation that was found with another amount than the charge's. */
  foundAmountsAreTaken: 'found-amounts-are-taken',
  /** Another amount that is read for a charge is accepted only if the operator was shown it. */
  otherAmountsAreShown: 'other-amounts-are-shown',
  /** A receiver's provider is asked before an operator's decision is accepted; if it cannot be asked, the decision is accepted. */
  receiversAreRead: 'receivers-are-read',
  /** A local activity starts only after the previous one has ended. */
  writesTakeTurns: 'writes-take-turns',
  /** An operator who confirms a waiting charge's payment approves the payment and amount that they were shown. */
  shownIsTaken: 'shown-is-taken',
  /** A charge that a retry created closes the doubt about its creation. */
  createdChargesAnswer: 'created-charges-answer',
  /** The same of a refund or withdrawal, whichever try created it. */
  creationsAnswerDoubts: 'creations-answer-doubts',
  /** In a run that replaces a lost one, a retry asks the provider before it sends, as a cancellation does. */
  retriesLookFirst: 'retries-look-first',
  /** A refund or withdrawal that a provider has taken between two tries is not cancelled. */
  takenIsNotCanceled: 'taken-is-not-canceled',
  /** A decision that calls paid what was not created is malformed. */
  contradictionsAreMalformed: 'contradictions-are-malformed',
  /** A question about a payment that a notice reports is asked again if a database failover has lost it. */
  lostQuestionsAreAskedAgain: 'lost-questions-are-asked-again',
  /** At the end of a charge whose provider cannot be read, questions that a database failover has lost before are sought. */
  lostQuestionsAreSought: 'lost-questions-are-sought',
  /** A run that replaces a lost one seeks them also in the notices that it loaded when it began. */
  loadedNoticesAreSought: 'loaded-notices-are-sought',
  /** A charge that cannot be read is not given up while a payment is asked about that was not shown to the operator who decided. */
  unshownPaymentsStay: 'unshown-payments-stay',
  /** In a run that replaces a lost one, a withdrawal that was not approved is canceled only once what was sent would be found. */
  lostApprovalsSettle: 'lost-approvals-settle',
  /** A receiver whose creation is answered while an operator is asked about it is followed, and no decision overrides the answer. */
  lateAnswersAreHeard: 'late-answers-are-heard',
  /** A withdrawal that no search has found, and that cannot be sent again, keeps the doubt about its first request. */
  repeatsStayDoubted: 'repeats-stay-doubted',
  /** A charge is not given up over a word of its provider that no table maps, unless the operator was shown the question about it. */
  unknownWordsStay: 'unknown-words-stay',
  /** What a provider refuses to show for its keys' sake is no answer about a transaction that a notice or an operator names. */
  lockedOutIsNoAnswer: 'locked-out-is-no-answer',
  /** A notice that comes while a provider is asked because of an operator's word is heard before the word is carried out. */
  newsComesBeforeWords: 'news-comes-before-words',
} as const satisfies Record<string, string>
