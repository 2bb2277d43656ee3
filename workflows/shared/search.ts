/** A question to a provider that goes on beside the workflow until it is answered, called off, or cannot be asked. */
import { CancellationScope, isCancellation } from '@temporalio/workflow'

export interface Search<Found> {
  /** What was found, once something was. */
  found(): Found | undefined
  /** True when it will find nothing any more: the provider cannot be asked. */
  isOver(): boolean
  cancel(): void
}

/** The activity retries by itself until the provider has answered; undefined, or a failure, means that it cannot be asked. */
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

/** Where there is nothing to ask about. */
export const NOTHING_TO_ASK: Search<never> = { found: () => undefined, isOver: () => true, cancel: () => {} }
