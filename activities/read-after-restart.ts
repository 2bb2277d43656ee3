/**
 * A database that fails over may lose its last second, and with it what providers were told that we have heard. They do not say it
 * again: what was begun or settled shortly before is read.
 */
import { readLatelyAgain, readServer } from '../db/queries/reading/server.ts'
import type { ActivityDependencies } from './context.ts'

/** Once more so much later: a provider's readings may lag behind what it has told of. */
const ONCE_MORE_MS = 2 * 60_000

export function readAfterRestart({ database, logger }: ActivityDependencies): () => Promise<void> {
  const db = database.writer
  let known: string | undefined
  let onceMoreAt = Number.POSITIVE_INFINITY

  return async () => {
    const { identity, isYoung } = await readServer(db)
    const isOther = known === undefined ? isYoung : identity !== known
    if (isOther) {
      logger.warn({ readings: await readLatelyAgain(db) }, 'the database has restarted: what is recent is read again')
      onceMoreAt = Date.now() + ONCE_MORE_MS
    } else if (Date.now() > onceMoreAt) {
      await readLatelyAgain(db)
      onceMoreAt = Number.POSITIVE_INFINITY
    }
    known = identity
  }
}
