/** Slows down an account's readings after its provider refused any request as too frequent. */
import type { Database } from '../db/client.ts'
import { slowDown } from '../db/queries/reading/pace.ts'
import { restMsFor } from '../domain/pace.ts'

/** @param seconds the pause that the answer asks for; undefined if it names none. Never throws, so that the answer is still handled. */
export type LearnPatience = (accountId: string, seconds: number | undefined) => Promise<void>

interface Log {
  warn(what: object, message: string): void
}

/** Pauses the account's readings and lowers their pace, so that creations go first. */
export function patienceLearner(db: Database, log: Log): LearnPatience {
  return async (accountId, seconds) => {
    try {
      await slowDown(db, accountId, restMsFor(seconds))
    } catch (error) {
      log.warn({ accountId, err: error }, "could not slow down an account's readings")
    }
  }
}
