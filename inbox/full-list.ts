/** An account's list of differences has no room for what a notice tells of. */
import type { InboxDependencies } from './deliver.ts'

const AGAIN_MS = 60 * 60_000

/** When each account was last warned of. Milliseconds. */
const warnedAt = new Map<string, number>()

/** Warns at most once an hour for each account in each process: every such notice comes to this at each of its tries. */
export function warnOfFullList({ logger }: Pick<InboxDependencies, 'logger'>, accountId: string): void {
  if (Date.now() - (warnedAt.get(accountId) ?? 0) < AGAIN_MS) return
  warnedAt.set(accountId, Date.now())
  logger.warn({ accountId }, 'the list of unknown payments is full: a notice may be listed nowhere')
}
