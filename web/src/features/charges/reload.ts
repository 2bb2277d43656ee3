/** The lists of charges are read again when something has changed: not more often than they can be, and never in vain. */
import type { QueryClient } from '@tanstack/react-query'
import { chargeQueries } from './queries.ts'

/** Visible rows change at once. The lists themselves are reloaded at most this often. */
const REFRESH_EVERY_MS = 1_000

interface Reload {
  /** Reloads them soon, however often it is called meanwhile. */
  ask: () => void
  stop: () => void
}

/** A reading that is under way is finished, in a busy shop too; one more comes after it, for what it has missed. */
export function reloading(queries: QueryClient): Reload {
  const lists = { queryKey: chargeQueries.lists() }
  let timer: ReturnType<typeof setTimeout> | undefined
  let isReading = false
  let isAsked = false

  const ask = () => {
    isAsked = true
    if (!isReading) timer ??= setTimeout(() => void read(), REFRESH_EVERY_MS)
  }
  const read = async () => {
    timer = undefined
    isReading = true
    // What joins one that has begun before does not see what has changed since.
    isAsked = queries.isFetching(lists) > 0
    await queries.invalidateQueries(lists, { cancelRefetch: false })
    isReading = false
    if (isAsked) ask()
  }
  return {
    ask,
    stop() {
      clearTimeout(timer)
      timer = undefined
      isAsked = false
    },
  }
}
