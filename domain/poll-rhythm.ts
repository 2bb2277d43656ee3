/** How often a pending charge is read at its provider: ever more rarely. The workflow keeps this rhythm, the timeline tells it. */
export const POLL_RHYTHM = { firstMs: 5_000, factor: 1.5, longestMs: 10 * 60_000 } as const
