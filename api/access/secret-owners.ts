/**
 * Whose a secret is that a caller sent: a key, or the address of a webhook. Each one that exists costs a statement of its own; wrong ones
 * share theirs: a secret that this process has not met is looked for together with all that come in the same moment, and only one that
 * exists is looked at alone. docs/decisions/0249-wrong-keys-share-a-statement.md
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { problem } from '../problem.ts'

/** How many secrets that had an owner when they were last looked up are remembered. */
const MOST_MET = 10_000
const MOMENT_MS = 20
const MOST_IN_A_MOMENT = 1_000
const RETRY_AFTER_SECONDS = 1

/**
 * By a secret's SHA-256; undefined for an unknown one.
 * @throws ApiProblem 429 if too many unknown ones arrive at once.
 */
export type FindOwner<T> = (hash: string) => Promise<T | undefined>

/** @param known the hashes that have an owner. */
export function createOwners<T>(
  find: FindOwner<T>,
  known: (hashes: string[]) => Promise<ReadonlySet<string>>,
): FindOwner<T> {
  const met = new LRUCache<string, true>({ max: MOST_MET })
  let moment: { hashes: Set<string>; found: Promise<ReadonlySet<string>> } | undefined

  const begin = () => {
    const hashes = new Set<string>()
    const found = sleep(MOMENT_MS).then(() => {
      moment = undefined
      return known([...hashes])
    })
    return { hashes, found }
  }
  const isKnown = async (hash: string) => {
    moment ??= begin()
    const { hashes, found } = moment
    if (hashes.size >= MOST_IN_A_MOMENT) throw problem('rate_limited', { retryAfter: RETRY_AFTER_SECONDS })
    hashes.add(hash)
    return (await found).has(hash)
  }

  return async (hash) => {
    if (!met.has(hash) && !(await isKnown(hash))) return undefined
    const owner = await find(hash)
    if (owner) met.set(hash, true)
    else met.delete(hash)
    return owner
  }
}
