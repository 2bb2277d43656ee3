/** What is learnt of a provider that refuses a request for coming too soon, whatever it asked for. */
import type { Database } from '../db/client.ts'
import { slowDown } from '../db/queries/reading/pace.ts'
import { restMs } from '../domain/pace.ts'

/** @param seconds as its answer says; undefined where it names no time. Never fails: the answer is dealt with all the same. */
export type LearnPatience = (accountId: string, seconds: number | undefined) => Promise<void>

interface Log {
  warn(what: object, message: string): void
}

/** The account's readings wait, and go on more slowly: creations go first. */
export function patienceLearner(db: Database, log: Log): LearnPatience {
  return async (accountId, seconds) => {
    try {
      await slowDown(db, accountId, restMs(seconds))
    } catch (error) {
      log.warn({ accountId, err: error }, 'that a provider asks for patience was not learnt')
    }
  }
}
