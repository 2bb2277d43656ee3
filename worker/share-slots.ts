/** Limits each platform's share of the worker's slots, so that a platform with hanging providers or a flood of requests leaves room. */
import type { ActivityInterceptorsFactory } from '@temporalio/worker'
import { shareTaken } from '../activities/failures.ts'
import { createShares } from '../gateway/shares.ts'

/**
 * An activity beyond its platform's share frees its slot at once and is retried; nothing of it was done. The platform is the fairness
 * key of the workflow. Activities without one belong to the installation and are not limited.
 * @param slots the slots of one task queue.
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
