/**
 * A slow server and a slow machine, where the environment asks for them: what a test takes for granted of time fails there every time, and not once in
 * a hundred runs. E2E_DELAY_MS is how long the API's answers take to a page, each a little shorter or longer; E2E_CPU_SLOWDOWN is
 * how many times slower a page computes.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page, Route } from 'playwright-core'

const delayMs = Number(process.env.E2E_DELAY_MS ?? 0)
const slowdown = Number(process.env.E2E_CPU_SLOWDOWN ?? 1)

export async function slowDown(context: BrowserContext): Promise<void> {
  if (delayMs > 0) await context.route('**/v1/**', delay)
  if (slowdown > 1) context.on('page', (page) => void throttle(context, page))
}

async function delay(route: Route): Promise<void> {
  // Two requests that left together are not always answered in their order.
  await sleep(delayMs * (0.5 + Math.random()))
  // By now its page may be closed.
  await route.continue().catch(() => undefined)
}

async function throttle(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}
