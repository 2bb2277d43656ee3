/** Watches the processes as an administrator who runs them would: what has ended by itself is started again. */
import type { Campaign } from './campaign.ts'

const NURSE_EVERY_MS = 4_000
const LAST_LINES = 12

/** @returns how to stop. */
export function nurse(campaign: Campaign): { stop(): void } {
  const { chaos, diedByThemselves, product, say } = campaign
  const look = watchTemporal(campaign)
  let isLooking = false
  const revive = async () => {
    for (const name of await chaos.revive()) {
      diedByThemselves.push(name)
      const lines = product
        .output()
        .split('\n')
        .filter((line) => line.startsWith(`${name} | `))
      say(`${name} had ended by itself:\n${lines.slice(-LAST_LINES).join('\n')}`)
    }
    await look()
  }
  const timer = setInterval(async () => {
    if (isLooking) return
    isLooking = true
    await revive().catch(() => undefined)
    isLooking = false
  }, NURSE_EVERY_MS).unref()
  return { stop: () => clearInterval(timer) }
}

/**
 * The dev server keeps everything in one SQLite connection, which a request that is cut off at a bad moment leaves interrupted for good:
 * no namespace is found from then on.
 */
function watchTemporal({ chaos, temporal, diedByThemselves, product, say }: Campaign): () => Promise<void> {
  let failures = 0
  const namespace = product.env.TEMPORAL_NAMESPACE ?? 'default'
  return async () => {
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
}
