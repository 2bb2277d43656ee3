/** What a run that was lost had come to: another one takes its place there. */
import { type AttemptState, hasAnswer, isUnclaimed } from '../../domain/attempt.ts'
import type { Recovery } from '../../workflows/messages.ts'
import type { LostRun } from './lost-run.ts'

export interface LostTry {
  accountId: string
  provider: string
  number: number
  stands: Recovery['stands']
}

interface KnownAttempt {
  number: number
  providerAccountId: string
  provider: string
  state: AttemptState
  sealedJournal: string | null
}

/**
 * A journal holds the answers of what was sent, so that an attempt that was taken back with one may have gone through all the same.
 * @param isCreated whether the provider is known to have it.
 */
export function knownTry(attempt: KnownAttempt, isCreated: boolean): LostTry {
  const { number, providerAccountId: accountId, provider, state, sealedJournal } = attempt
  const isUnsent = hasAnswer(state) || (isUnclaimed(state) && sealedJournal === null)
  return { accountId, provider, number, stands: isCreated ? 'created' : isUnsent ? 'unsent' : 'sending' }
}

/** Where attention stands a workflow has been, and a failover of the database may have lost the row of what it had sent. */
export const supposedTry = (
  account: Pick<LostTry, 'accountId' | 'provider'>,
  stands: LostTry['stands'] = 'sending',
): LostTry => ({ ...account, number: 1, stands })

/**
 * A failover of the database may have lost the rows of the last tries that a run began, or that the last one was claimed: it is looked for
 * as one that may have been sent.
 * @param known what the rows say.
 */
export function lastOf(known: LostTry | undefined, run: LostRun | undefined): LostTry | undefined {
  const last = run?.lastTry
  if (!last) return known
  const { inDoubt, ...found } = last
  const isForgotten = found.number > (known?.number ?? 0)
  const mayBeSent = found.number === known?.number && known.stands === 'unsent' && inDoubt
  return isForgotten || mayBeSent ? { ...found, stands: 'sending' } : known
}
