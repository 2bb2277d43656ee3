/** How often what is shown is asked for again. */

const WHILE_OPEN_MS = 2_000
/** What has ended can still change, and a list can still grow: a withdrawal comes back, another user makes one. */
const AFTERWARDS_MS = 10_000

export const refreshEvery = (isOpen: boolean): number => (isOpen ? WHILE_OPEN_MS : AFTERWARDS_MS)
