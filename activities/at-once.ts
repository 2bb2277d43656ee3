/** Work on many items, several at once, for steps of the sweep. */
import type { Client } from '@temporalio/client'

/** Each item's time for its calls to Temporal. What is not answered by then is left to the next round. */
const DEADLINE_MS = 3_000

/** Some items failed; `cause` is the first failure. The message names its item alone, because an error's own may carry people's data. */
export class SomeFailed extends Error {
  override readonly name = 'SomeFailed'
}

/**
 * Calls `run` for each item, at most `places` at once. A failure keeps no other item from its call.
 * @throws SomeFailed after all calls have settled.
 */
export async function eachAtOnce<T extends { id: string }>(
  { connection }: Pick<Client, 'connection'>,
  all: readonly T[],
  places: number,
  run: (one: T) => Promise<void>,
): Promise<void> {
  const waiting = all.values()
  const failures: { id: string; error: unknown }[] = []
  const work = async () => {
    for (const one of waiting) {
      await connection
        .withDeadline(Date.now() + DEADLINE_MS, () => run(one))
        .catch((error: unknown) => failures.push({ id: one.id, error }))
    }
  }
  await Promise.all(Array.from({ length: places }, work))
  const [first] = failures
  if (!first) return
  throw new SomeFailed(`${failures.length} of ${all.length} failed, ${first.id} first`, { cause: first.error })
}
