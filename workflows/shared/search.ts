/** A provider lookup that runs concurrently with the workflow until it is answered, cancelled or found to be impossible. */
import { CancellationScope, isCancellation } from '@temporalio/workflow'

export interface Search<Found> {
  /** The result, once there is one. */
  found(): Found | undefined
  /** True if the provider cannot be asked, so the search will find nothing. */
  isOver(): boolean
  cancel(): void
}

/** The activity retries until the provider answers. Undefined or a failure means that the provider cannot be asked. */
export function searchFor<Found>(ask: () => Promise<Found | undefined>): Search<Found> {
  const scope = new CancellationScope()
  let found: Found | undefined
  let isOver = false
  scope
    .run(ask)
    .then((answer) => {
      found = answer
      isOver = answer === undefined
    })
    .catch((error: unknown) => {
      if (!isCancellation(error)) isOver = true
    })
  return { found: () => found, isOver: () => isOver, cancel: () => scope.cancel() }
}

/** A search that finds nothing. */
export const NOTHING_TO_ASK: Search<never> = { found: () => undefined, isOver: () => true, cancel: () => {} }
