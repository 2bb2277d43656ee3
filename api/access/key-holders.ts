/**
 * Whose a key is. A wrong key costs a statement of its own nowhere: a key that this process has not met is looked for together with all
 * that come in the same moment, and only one that is somebody's is looked at alone. docs/decisions/0249-wrong-keys-share-a-statement.md
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/client.ts'
import { findApiKey, type KeyHolder, livingAmong } from '../../db/queries/access/holders.ts'
import { problem } from '../problem.ts'

/** Of keys that were somebody's when they were last looked at. */
const MOST_MET = 10_000
const MOMENT_MS = 20
const MOST_IN_A_MOMENT = 1_000
const RETRY_AFTER_SECONDS = 1

/**
 * By a key's SHA-256; undefined when it is nobody's.
 * @throws ApiProblem 429 when too many that nobody has met come in one moment.
 */
export type FindKeyHolder = (hash: string) => Promise<KeyHolder | undefined>

export function createKeyHolders(db: Database): FindKeyHolder {
  const met = new LRUCache<string, true>({ max: MOST_MET })
  let moment: { hashes: Set<string>; living: Promise<ReadonlySet<string>> } | undefined

  const begin = () => {
    const hashes = new Set<string>()
    const living = sleep(MOMENT_MS).then(() => {
      moment = undefined
      return livingAmong(db, [...hashes])
    })
    return { hashes, living }
  }
  const isLiving = async (hash: string) => {
    moment ??= begin()
    const { hashes, living } = moment
    if (hashes.size >= MOST_IN_A_MOMENT) throw problem('rate_limited', { retryAfter: RETRY_AFTER_SECONDS })
    hashes.add(hash)
    return (await living).has(hash)
  }

  return async (hash) => {
    if (!met.has(hash) && !(await isLiving(hash))) return undefined
    const holder = await findApiKey(db, hash)
    if (holder) met.set(hash, true)
    else met.delete(hash)
    return holder
  }
}
