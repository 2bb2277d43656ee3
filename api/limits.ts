/** How much one caller may ask of one process. */
export interface Limits {
  /** Per API key or person. */
  requestsPerMinute: number
  /** Per address, where nobody has signed in: pages, health, webhooks. */
  anonymousPerMinute: number
  /** Per address: the buyer's page, whose token somebody might try to guess. */
  checkoutPerMinute: number
  /** Per address: a page where stolen cards could be tried. */
  buyersChargesPerMinute: number
  /** Per address, in ten minutes: cards that were refused there. */
  refusedCards: number
  /** Per e-mail at one address, and five times as many per address. */
  signInsPerMinute: number
  /** Per e-mail, from wherever; and per browser that somebody has signed in from. */
  wrongPasswordsPerHour: number
  /** Per address: wrong keys and wrong webhook addresses. */
  failuresPerMinute: number
  /** Open streams per caller. */
  streams: number
  /** How often a stream makes sure that its reader is there and still allowed. Milliseconds. */
  streamCheckMs: number
}

export const DEFAULT_LIMITS: Limits = {
  requestsPerMinute: 6000,
  anonymousPerMinute: 1200,
  checkoutPerMinute: 120,
  buyersChargesPerMinute: 20,
  refusedCards: 5,
  signInsPerMinute: 10,
  wrongPasswordsPerHour: 100,
  failuresPerMinute: 60,
  streams: 50,
  streamCheckMs: 15_000,
}
