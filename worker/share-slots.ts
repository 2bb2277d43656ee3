/** One platform whose providers hang, or that asks without end, leaves slots of the worker to the others. */
import type { ActivityInterceptorsFactory } from '@temporalio/worker'
import { shareTaken } from '../activities/failures.ts'
import { createShares } from '../gateway/shares.ts'

/**
 * What is beyond a platform's share gives its slot back at once and is asked again: nothing of it was done. The platform is the
 * fairness key that its workflow was started with; what has none belongs to the installation.
 * @param slots of one task queue.
 */
export function shareSlots(slots: number): ActivityInterceptorsFactory {
  const shares = createShares(slots)
  return ({ info }) => {
    const platformId = info.priority?.fairnessKey
    if (!platformId || info.isLocal) return {}
    return {
      inbound: {
        execute: async (input, next) => {
          if (!shares.hasRoom(platformId)) throw shareTaken()
          shares.take(platformId)
          try {
            return await next(input)
          } finally {
            shares.give(platformId)
          }
        },
      },
    }
  }
}
