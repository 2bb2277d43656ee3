/** Watches Temporal's dev server as whoever runs one would. */
import type { Campaign } from './campaign.ts'

const NURSE_EVERY_MS = 4_000

/**
 * The dev server keeps everything in one SQLite connection, which a request that is cut off at a bad moment leaves interrupted for good:
 * no namespace is found from then on. Whoever watches it would start it again.
 */
export function nurseTemporal({ chaos, temporal, diedByThemselves, product, say }: Campaign): { stop(): void } {
  let failures = 0
  const namespace = product.env.TEMPORAL_NAMESPACE ?? 'default'
  const look = async () => {
    const isLost = await temporal.workflowService.describeNamespace({ namespace }).then(
      () => false,
      (error: Error) => /interrupted|not found/i.test(error.message),
    )
    failures = isLost ? failures + 1 : 0
    if (failures < 3) return
    failures = 0
    say('Temporal finds its namespace no more: started again')
    diedByThemselves.push('temporal')
    await chaos.kill('temporal', 0)
  }
  const timer = setInterval(() => void look().catch(() => undefined), NURSE_EVERY_MS).unref()
  return { stop: () => clearInterval(timer) }
}
