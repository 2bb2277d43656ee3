/** One question to a provider about an attempt in doubt: whether there is a transaction of it, or whether one that is named is its. */
import { patched } from '@temporalio/workflow'
import type { AttemptKey } from '../../activities/attempt-charge.ts'
import { defined } from '../../domain/defined.ts'
import { PATCHES } from '../patches.ts'
import { readFailure } from '../shared/failure.ts'
import { adoptTransaction, lookUpNow } from './activities.ts'
import type { Step } from './create.ts'

interface Doubted {
  readonly key: AttemptKey
  /** When the answer was lost, ISO 8601; undefined for a run that replaces a lost one, which does not know it. */
  readonly since: string | undefined
}

/** @returns a number if nothing was found, and the request may still be processed for so many milliseconds. */
export async function lookOnce(
  { key, since: doubtedAt }: Doubted,
  takesAmount: boolean | 'unpaid',
): Promise<Step | number | 'notThere' | 'mayHaveCharged' | 'otherAmount' | 'unreadable'> {
  try {
    const how = defined({ takesAmount: takesAmount || undefined, doubtedAt })
    const found = await lookUpNow({ ...key, once: true, ...how })
    if (found.outcome === 'impossible' && found.mayHaveCharged) return 'mayHaveCharged'
    if (found.outcome === 'created' || found.outcome === 'abandoned') return found
    const left = found.outcome === 'notFound' ? found.unsettledMs : undefined
    return left !== undefined && patched(PATCHES.wordsWaitToSettle) ? left : 'notThere'
  } catch (error) {
    return unread(error)
  }
}

/** Why the provider's answer cannot be used: it did not answer, or it reported another amount than the charge's. */
const unread = (error: unknown): 'otherAmount' | 'unreadable' =>
  readFailure(error).kind === 'Mismatch' ? 'otherAmount' : 'unreadable'

/** `refused`: the provider does not know the id, or the id belongs to another charge. */
export async function adopt(
  key: AttemptKey,
  transactionId: string,
  trusted: boolean,
  takesAmount = false,
): Promise<Step | 'refused' | 'otherAmount' | 'unreadable'> {
  try {
    const outcome = await adoptTransaction({ ...key, transactionId, trusted, takesAmount })
    return outcome.outcome === 'created' ? outcome : 'refused'
  } catch (error) {
    const { kind, refused } = readFailure(error)
    const isLockedOut = kind === 'Unauthorized' && patched(PATCHES.lockedOutIsNoAnswer)
    return refused && !isLockedOut ? 'refused' : unread(error)
  }
}
