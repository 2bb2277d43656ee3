/** How much shorter the product waits in a campaign than in production. Whatever one wait has to outlast is as much shorter. */
export const HURRY = 4

export const hurried = (ms: number): number => Math.round(ms / HURRY)

/** How long the answer to a request that moves money is waited for. */
export const MONEY_TIMEOUT_MS = hurried(20_000)

/** Each wait of a table of milliseconds, as in a workflow's timing. */
export function hurriedAll<Timing extends object>(timing: Timing): Timing {
  const waits = Object.entries(timing).map(([name, value]) => [
    name,
    typeof value === 'number' && name.endsWith('Ms') ? hurried(value) : value,
  ])
  return Object.fromEntries(waits) as Timing
}
